import type { Tx, WorkerTx } from '@platform/kit/database';
import type { DirectoryRecord } from './directory-record.ts';

const columns = `id, organization_id, name, kind, provider, config, attribute_mapping, deprovisioning, on_delete,
  sync, state, state_reason, last_inbound_at, last_probe, sync_position,
  full_sync_at, next_sync_at, failed_syncs, version, created_at, updated_at`;

type Row = DirectoryRecord & Record<string, unknown>;

const live = `tenant_id = $1 AND state <> 'deleting'`;

export const findDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM directories WHERE ${live} AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** For a change of the directory itself; writes of its users and groups may go on. */
export const lockDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM directories WHERE ${live} AND id = $2 FOR NO KEY UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

/** Kept from being swept until the transaction ends: for whoever adds something that goes with it. */
export const holdDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM directories WHERE ${live} AND id = $2 FOR KEY SHARE`, [
    tx.context.tenantId,
    id,
  ]);

/** Newest first. */
export const listDirectories = (
  tx: Tx,
  organizationId: string | undefined,
  before: string | undefined,
  limit: number,
): Promise<DirectoryRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM directories WHERE ${live} AND ($2::text IS NULL OR organization_id = $2) AND ($3::text IS NULL OR id < $3)
     ORDER BY id DESC LIMIT $4`,
    [tx.context.tenantId, organizationId ?? null, before ?? null, limit],
  );

/** How many directories an organization has, or the tenant itself. */
export async function countDirectories(tx: Tx, organizationId: string | null): Promise<number> {
  const row = await tx.row<{ n: number }>(
    `SELECT count(*)::int AS n FROM directories WHERE ${live} AND organization_id IS NOT DISTINCT FROM $2`,
    [tx.context.tenantId, organizationId],
  );
  return row?.n ?? 0;
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const valuesOf = (tx: Tx, d: DirectoryRecord): unknown[] => [
  tx.context.tenantId,
  d.id,
  d.name,
  d.provider,
  json(d.config),
  json(d.attributeMapping),
  d.deprovisioning,
  d.onDelete,
  json(d.sync),
  d.state,
  d.stateReason,
  json(d.lastProbe),
  json(d.syncPosition),
  d.fullSyncAt,
  d.nextSyncAt,
  d.failedSyncs,
  d.version,
  d.updatedAt,
];

export async function insertDirectory(tx: Tx, d: DirectoryRecord): Promise<void> {
  await tx.execute(
    `INSERT INTO directories (tenant_id, id, name, provider, config, attribute_mapping, deprovisioning, on_delete, sync, state, state_reason, last_probe,
       sync_position, full_sync_at, next_sync_at, failed_syncs, version, updated_at, organization_id, kind, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $18)`,
    [...valuesOf(tx, d), d.organizationId, d.kind],
  );
}

export async function updateDirectory(tx: Tx, d: DirectoryRecord): Promise<void> {
  await tx.execute(
    `UPDATE directories SET name = $3, provider = $4, config = $5, attribute_mapping = $6, deprovisioning = $7, on_delete = $8, sync = $9, state = $10,
       state_reason = $11, last_probe = $12, sync_position = $13, full_sync_at = $14, next_sync_at = $15, failed_syncs = $16, version = $17, updated_at = $18
     WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, d),
  );
}

/** Marks that the directory called, at most once a minute. */
export async function touchInbound(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `UPDATE directories SET last_inbound_at = now() WHERE tenant_id = $1 AND id = $2
       AND (last_inbound_at IS NULL OR last_inbound_at < now() - interval '1 minute')`,
    [tx.context.tenantId, id],
  );
}

/** Takes the turn of a probe for `seconds`; false while another one runs. */
export async function takeProbe(tx: Tx, id: string, seconds: number): Promise<boolean> {
  const taken = await tx.execute(
    `UPDATE directories SET probing_until = now() + make_interval(secs => $3) WHERE tenant_id = $1 AND id = $2
       AND (probing_until IS NULL OR probing_until <= now())`,
    [tx.context.tenantId, id, seconds],
  );
  return taken === 1;
}

export async function endProbe(tx: Tx, id: string): Promise<void> {
  await tx.execute('UPDATE directories SET probing_until = NULL WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
}

/** Directories of all tenants whose sync is due, the longest due first. */
export const listDueSyncs = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    'SELECT tenant_id, id FROM directories WHERE next_sync_at <= now() ORDER BY next_sync_at LIMIT $1',
    [limit],
  );

/** The directories of an organization that are not being deleted. */
export const listDirectoryIdsOf = async (tx: Tx, organizationId: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      `SELECT id FROM directories WHERE ${live} AND organization_id = $2 ORDER BY id`,
      [tx.context.tenantId, organizationId],
    )
  ).map(({ id }) => id);

/** A directory that is being deleted; its row is locked against those who hold it still. */
export const findDeletedDirectory = (tx: Tx, id: string): Promise<DirectoryRecord | undefined> =>
  tx.row<Row>(
    `SELECT ${columns} FROM directories WHERE tenant_id = $1 AND id = $2 AND state = 'deleting' FOR UPDATE`,
    [tx.context.tenantId, id],
  );

/** Tables of what belongs to a directory. */
export type DirectoryTable =
  | 'directory_group_members'
  | 'directory_groups'
  | 'group_role_mappings'
  | 'scim_bearers'
  | 'sync_runs'
  | 'sync_pages'
  | 'retired_directory_groups'
  | 'retired_directory_users';

/** Removes at most `limit` rows of a directory from a table; returns how many. */
export const removeRowsOf = (
  tx: Tx,
  table: DirectoryTable,
  directoryId: string,
  limit: number,
): Promise<number> =>
  tx.execute(
    `DELETE FROM ${table} WHERE tenant_id = $1 AND directory_id = $2 AND ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE tenant_id = $1 AND directory_id = $2 LIMIT $3))`,
    [tx.context.tenantId, directoryId, limit],
  );

export async function deleteDirectory(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    `DELETE FROM directories WHERE tenant_id = $1 AND id = $2 AND state = 'deleting'`,
    [tx.context.tenantId, id],
  );
}

/** The identity providers of an organization that people can sign in with. */
export const listSignInDirectories = (
  tx: Tx,
  organizationId: string,
): Promise<{ directoryId: string; kind: string }[]> =>
  tx.rows(
    `SELECT id AS directory_id, kind FROM directories WHERE ${live} AND organization_id = $2 AND kind IN ('oidc', 'saml') AND state <> 'suspended' ORDER BY id`,
    [tx.context.tenantId, organizationId],
  );

/** Sets when a directory is read next and from where. It is no new version of the directory: nobody asked for a change of it. */
export async function updateSchedule(
  tx: Tx,
  id: string,
  {
    nextSyncAt,
    syncPosition,
    fullSyncAt,
  }: Pick<DirectoryRecord, 'nextSyncAt' | 'syncPosition' | 'fullSyncAt'>,
): Promise<void> {
  await tx.execute(
    'UPDATE directories SET next_sync_at = $3, sync_position = $4, full_sync_at = $5 WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id, nextSyncAt, json(syncPosition), fullSyncAt],
  );
}

/** Directories whose mapping writes this member of users, or reads this path of theirs, in upper or lower case; at most so many. */
export const listDirectoriesMapping = (
  tx: Tx,
  { target, source }: { target: string | undefined; source: string | undefined },
  limit: number,
): Promise<{ id: string; name: string }[]> =>
  tx.rows(
    `SELECT id, name FROM directories WHERE ${live} AND EXISTS (
       SELECT FROM jsonb_array_elements(attribute_mapping) AS rule
       WHERE rule ->> 'target' = $2 OR lower(rule ->> 'source') = lower($3)) ORDER BY id LIMIT $4`,
    [tx.context.tenantId, target ?? null, source ?? null, limit],
  );
