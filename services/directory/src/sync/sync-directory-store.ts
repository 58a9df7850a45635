import type { Tx } from '@platform/kit/database';

/** A user of a directory as a sync compares it. */
export interface SyncedUser {
  id: string;
  externalId: string;
  active: boolean;
  remoteVersion: string | null;
}

/** The users of a directory that the source names. */
export const listKnownUsers = (
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
): Promise<SyncedUser[]> =>
  tx.rows<SyncedUser & Record<string, unknown>>(
    `SELECT id, external_id, active, remote_version FROM directory_users
     WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3)`,
    [tx.context.tenantId, directoryId, externalIds],
  );

/** Active users of a directory from an id on. */
export const listActiveUsers = (
  tx: Tx,
  directoryId: string,
  after: string,
  limit: number,
): Promise<{ id: string; externalId: string | null; userName: string }[]> =>
  tx.rows(
    `SELECT id, external_id, user_name FROM directory_users
     WHERE tenant_id = $1 AND directory_id = $2 AND active AND id > $3 ORDER BY id LIMIT $4`,
    [tx.context.tenantId, directoryId, after, limit],
  );

export async function markSeenUsers(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
  runId: string,
): Promise<void> {
  await tx.execute(
    'UPDATE directory_users SET seen_run = $4, leaving_run = NULL WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3)',
    [tx.context.tenantId, directoryId, externalIds, runId],
  );
}

/** Marks users who leave; nothing happens to them before it is known how many they are. */
export async function markLeavingUsers(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
  runId: string,
): Promise<void> {
  await tx.execute(
    'UPDATE directory_users SET leaving_run = $4 WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3) AND active',
    [tx.context.tenantId, directoryId, externalIds, runId],
  );
}

/** Of a run that listed everybody: marks those whom it did not see, at most `limit`; returns how many. */
export const markUnseenUsers = (
  tx: Tx,
  directoryId: string,
  runId: string,
  limit: number,
): Promise<number> =>
  tx.execute(
    `UPDATE directory_users SET leaving_run = $3 WHERE tenant_id = $1 AND directory_id = $2 AND id IN (
       SELECT id FROM directory_users WHERE tenant_id = $1 AND directory_id = $2 AND active AND seen_run IS DISTINCT FROM $3
         AND leaving_run IS DISTINCT FROM $3 LIMIT $4)`,
    [tx.context.tenantId, directoryId, runId, limit],
  );

/** How many users of a directory are active, and how many of them leave in a run. */
export async function countLeaving(
  tx: Tx,
  directoryId: string,
  runId: string,
): Promise<{ active: number; leaving: number }> {
  const row = await tx.row<{ active: number; leaving: number }>(
    `SELECT count(*)::int AS active, count(*) FILTER (WHERE leaving_run = $3)::int AS leaving FROM directory_users
     WHERE tenant_id = $1 AND directory_id = $2 AND active`,
    [tx.context.tenantId, directoryId, runId],
  );
  return row ?? { active: 0, leaving: 0 };
}

export async function listLeavingUsers(
  tx: Tx,
  directoryId: string,
  runId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'SELECT id FROM directory_users WHERE tenant_id = $1 AND directory_id = $2 AND active AND leaving_run = $3 ORDER BY id LIMIT $4',
    [tx.context.tenantId, directoryId, runId, limit],
  );
  return rows.map(({ id }) => id);
}

/** A user who could not be deactivated is not tried again in this run. */
export async function unmarkLeavingUser(tx: Tx, directoryId: string, id: string): Promise<void> {
  await tx.execute(
    'UPDATE directory_users SET leaving_run = NULL WHERE tenant_id = $1 AND directory_id = $2 AND id = $3',
    [tx.context.tenantId, directoryId, id],
  );
}

export async function markSeenGroups(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
  runId: string,
): Promise<void> {
  await tx.execute(
    'UPDATE directory_groups SET seen_run = $4 WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3)',
    [tx.context.tenantId, directoryId, externalIds, runId],
  );
}

/** Groups that a run which listed all of them did not see. */
export async function listUnseenGroups(
  tx: Tx,
  directoryId: string,
  runId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'SELECT id FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND seen_run IS DISTINCT FROM $3 ORDER BY id LIMIT $4',
    [tx.context.tenantId, directoryId, runId, limit],
  );
  return rows.map(({ id }) => id);
}

/** The groups of a directory that the source names, by external id. */
export async function listKnownGroups(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; displayName: string }>> {
  const rows = await tx.rows<{ id: string; externalId: string; displayName: string }>(
    `SELECT id, external_id, display_name FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3)`,
    [tx.context.tenantId, directoryId, externalIds],
  );
  return new Map(rows.map(({ externalId, ...group }) => [externalId, group]));
}
