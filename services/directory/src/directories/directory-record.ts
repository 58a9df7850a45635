import type { AttributeMappingRule, DirectoryConfig, DirectoryResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';

export const directories = directory
  .table('directories')
  .narrow<{
    provider: DirectoryResource['provider'];
    config: DirectoryConfig;
    attributeMapping: AttributeMappingRule[];
    sync: DirectoryResource['sync'];
    lastProbe: DirectoryResource['lastProbe'];
    syncPosition: Record<string, unknown> | null;
  }>()
  .omit('probingUntil');
/** Directories that are not being deleted. */
export const liveDirectories = directories.only((of) => of('state', '<>', 'deleting'));
export const deletedDirectories = directories.only({ state: 'deleting' });

/**
 * A stored directory. Without an organization it belongs to the whole tenant. `syncPosition` is
 * where change tracking continues (null: the next run lists everything); `failedSyncs` counts
 * consecutive runs that could not reach the source.
 */
export type DirectoryRecord = RowOf<typeof directories>;

/** States of a directory; `deleting` is not shown by the API. */
export type DirectoryState = DirectoryRecord['state'];

/** Kinds of directories that the platform reads from. */
export const pullKinds = ['ldap', 'workspace', 'cloud_directory'] as const;

/** Whether the platform fetches the users of this kind itself. */
export const isPullKind = (kind: DirectoryRecord['kind']): kind is (typeof pullKinds)[number] =>
  (pullKinds as readonly string[]).includes(kind);
