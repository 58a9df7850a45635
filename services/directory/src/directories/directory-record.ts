import type { AttributeMappingRule, DirectoryConfig, DirectoryResource } from '@platform/contracts';

/** A directory as it is kept. */
export interface DirectoryRecord {
  id: string;
  /** Null: the directory belongs to the whole tenant. */
  organizationId: string | null;
  name: string;
  kind: DirectoryResource['kind'];
  provider: DirectoryResource['provider'];
  config: DirectoryConfig;
  attributeMapping: AttributeMappingRule[];
  deprovisioning: DirectoryResource['deprovisioning'];
  onDelete: DirectoryResource['onDelete'];
  sync: DirectoryResource['sync'];
  state: DirectoryState;
  stateReason: string | null;
  lastInboundAt: Date | null;
  lastProbe: DirectoryResource['lastProbe'];
  /** Where change tracking continues; null: the next run lists everything. */
  syncPosition: Record<string, unknown> | null;
  fullSyncAt: Date | null;
  nextSyncAt: Date | null;
  /** Runs in a row that could not reach the source. */
  failedSyncs: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** States of a directory; `deleting` is not shown by the API. */
export type DirectoryState = DirectoryResource['state'] | 'deleting';

/** Kinds of directories that the platform reads from. */
export const pullKinds = ['ldap', 'workspace', 'cloud_directory'] as const;

/** A kind whose users the platform fetches itself. */
export const isPullKind = (kind: DirectoryRecord['kind']): kind is (typeof pullKinds)[number] =>
  (pullKinds as readonly string[]).includes(kind);
