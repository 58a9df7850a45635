import { fromNow, given, now, sql } from '@platform/kit/database';
import type { Tx, WorkerTx } from '@platform/kit/database';
import { deletedDirectories, directories, liveDirectories } from './directory-record.ts';
import type { DirectoryRecord } from './directory-record.ts';

const names = liveDirectories.pick('id', 'name');
const signInDirectories = liveDirectories
  .only({ kind: ['oidc', 'saml'] })
  .only((of) => of('state', '<>', 'suspended'))
  .pick('kind')
  .compute((of) => ({ directoryId: of.ref('id') }));

export const findDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  liveDirectories.find(tx, { id });

/** For a change of the directory itself. Writes of its users and groups may continue. */
export const lockDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  tx.row(liveDirectories.select(tx).where('id', '=', id).forNoKeyUpdate());

/**
 * Keeps the row from being removed until the transaction ends: for callers that add rows of the
 * directory.
 */
export const holdDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  tx.row(liveDirectories.select(tx).where('id', '=', id).forKeyShare());

/** Newest first. */
export const listDirectories = (
  tx: Tx,
  organizationId: string | undefined,
  behind: string | undefined,
  limit: number,
): Promise<DirectoryRecord[]> =>
  liveDirectories.page(tx, { where: given({ organizationId }), by: 'id', behind, limit });

/** Directories of these kinds of an organization, oldest first. */
export const listDirectoriesOf = (
  tx: Tx,
  organizationId: string,
  kinds: readonly DirectoryRecord['kind'][],
): Promise<DirectoryRecord[]> =>
  liveDirectories.list(tx, { where: { organizationId, kind: kinds }, orderBy: 'id' });

/** Counts the directories of an organization, or of the tenant itself. */
export const countDirectories = (tx: Tx, organizationId: string | null): Promise<number> =>
  liveDirectories.count(tx, { organizationId });

export const insertDirectory = (tx: Tx, record: DirectoryRecord): Promise<number> =>
  directories.insert(tx, record);

export const updateDirectory = (
  tx: Tx,
  { id, lastInboundAt: _touched, ...changed }: DirectoryRecord,
): Promise<number> => directories.update(tx, { id }, changed);

/** Records that the directory called, at most once a minute. */
export const touchInbound = (tx: Tx, id: string): Promise<number> =>
  directories
    .only((of) =>
      of.or([of('lastInboundAt', 'is', null), of('lastInboundAt', '<', fromNow(-60_000))]),
    )
    .update(tx, { id }, { lastInboundAt: now });

/** Reserves the probe for `seconds`; false while another one is running. */
export const takeProbe = async (tx: Tx, id: string, seconds: number): Promise<boolean> =>
  (await directories
    .only((of) => of.or([of('probingUntil', 'is', null), of('probingUntil', '<=', now)]))
    .update(tx, { id }, { probingUntil: fromNow(1_000 * seconds) })) === 1;

export const endProbe = (tx: Tx, id: string): Promise<number> =>
  directories.update(tx, { id }, { probingUntil: null });

/** Due directories of all tenants, longest overdue first. */
export const listDueSyncs = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  directories.pick('id').due(tx, 'nextSyncAt', limit);

export const listDirectoryIdsOf = async (tx: Tx, organizationId: string): Promise<string[]> =>
  (await names.list(tx, { where: { organizationId }, orderBy: 'id' })).map(({ id }) => id);

/** Locks a directory that is being deleted. Waits for transactions that lock it. */
export const lockDeletedDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  deletedDirectories.lock(tx, { id });

/** Tables with rows of a directory, ordered so that no row refers to a removed one. */
export const directoryTables = [
  'directory_group_members',
  'directory_groups',
  'group_role_mappings',
  'scim_bearers',
  'sync_runs',
  'sync_pages',
  'retired_directory_groups',
  'retired_directory_users',
] as const;

/** Removes at most `limit` rows of a directory from a table; returns how many. */
export const removeRowsOf = (
  tx: Tx,
  table: (typeof directoryTables)[number],
  directoryId: string,
  limit: number,
): Promise<number> =>
  tx.execute(
    `DELETE FROM ${table} WHERE tenant_id = $1 AND directory_id = $2 AND ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE tenant_id = $1 AND directory_id = $2 LIMIT $3))`,
    [tx.context.tenantId, directoryId, limit],
  );

export const deleteDirectory = (tx: Tx, id: string): Promise<number> =>
  deletedDirectories.delete(tx, { id });

/** The identity providers of an organization that people can sign in with. */
export const listSignInDirectories = (
  tx: Tx,
  organizationId: string,
): Promise<{ directoryId: string; kind: DirectoryRecord['kind'] }[]> =>
  signInDirectories.list(tx, { where: { organizationId }, orderBy: 'id' });

/**
 * Sets when, and from which position, a directory is read next. Not a new version of the directory,
 * whose settings stay the same.
 */
export const updateSchedule = (
  tx: Tx,
  id: string,
  {
    nextSyncAt,
    syncPosition,
    fullSyncAt,
  }: Pick<DirectoryRecord, 'nextSyncAt' | 'syncPosition' | 'fullSyncAt'>,
): Promise<number> => directories.update(tx, { id }, { nextSyncAt, syncPosition, fullSyncAt });

/**
 * Up to `limit` directories whose mapping writes this member of users, or reads this path, ignoring
 * case.
 */
export const listDirectoriesMapping = (
  tx: Tx,
  { target, source }: { target: string | undefined; source: string | undefined },
  limit: number,
): Promise<{ id: string; name: string }[]> => {
  const isMapping = sql<boolean>`EXISTS (SELECT FROM jsonb_array_elements(attribute_mapping) AS rule
    WHERE rule ->> 'target' = ${target ?? null} OR lower(rule ->> 'source') = lower(${source ?? null}))`;
  return names.only(() => isMapping).list(tx, { orderBy: 'id', limit });
};
