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
    'UPDATE directory_groups SET seen_run = $4, leaving_run = NULL WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3)',
    [tx.context.tenantId, directoryId, externalIds, runId],
  );
}

/** Marks groups that are gone; nothing happens to them before the guard has counted them. */
export async function markLeavingGroups(
  tx: Tx,
  directoryId: string,
  externalIds: readonly string[],
  runId: string,
): Promise<void> {
  await tx.execute(
    'UPDATE directory_groups SET leaving_run = $4 WHERE tenant_id = $1 AND directory_id = $2 AND external_id = ANY ($3)',
    [tx.context.tenantId, directoryId, externalIds, runId],
  );
}

/** For a run that listed every group: marks those that it did not see, at most `limit`; returns how many. */
export const markUnseenGroups = (
  tx: Tx,
  directoryId: string,
  runId: string,
  limit: number,
): Promise<number> =>
  tx.execute(
    `UPDATE directory_groups SET leaving_run = $3 WHERE tenant_id = $1 AND directory_id = $2 AND id IN (
       SELECT id FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND seen_run IS DISTINCT FROM $3
         AND leaving_run IS DISTINCT FROM $3 LIMIT $4)`,
    [tx.context.tenantId, directoryId, runId, limit],
  );

/** How many groups and memberships a directory has, how many groups leave in a run, and how many memberships with them. */
export async function countLeavingGroups(
  tx: Tx,
  directoryId: string,
  runId: string,
): Promise<{ groups: number; leavingGroups: number; memberships: number; leavingMembers: number }> {
  const [row] = await tx.rows<{
    groups: number;
    leavingGroups: number;
    memberships: number;
    leavingMembers: number;
  }>(
    `SELECT count(*)::int AS groups, count(*) FILTER (WHERE leaving_run = $3)::int AS leaving_groups,
       coalesce(sum(member_count), 0)::int AS memberships,
       coalesce(sum(member_count) FILTER (WHERE leaving_run = $3), 0)::int AS leaving_members
     FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2`,
    [tx.context.tenantId, directoryId, runId],
  );
  return row ?? { groups: 0, leavingGroups: 0, memberships: 0, leavingMembers: 0 };
}

/**
 * How many active members of these groups are not among the pairs of group and user, by external ids. Users who leave in the run
 * are not counted: they have a guard of their own.
 */
export async function countLeavingMembers(
  tx: Tx,
  directoryId: string,
  runId: string,
  {
    groupIds,
    pairs,
  }: { groupIds: readonly string[]; pairs: readonly (readonly [string, string])[] },
): Promise<number> {
  const row = await tx.row<{ n: number }>(
    `SELECT count(*)::int AS n FROM directory_groups g
     JOIN directory_group_members m ON m.tenant_id = $1 AND m.directory_id = $2 AND m.group_id = g.id
     JOIN directory_users u ON u.tenant_id = $1 AND u.directory_id = $2 AND u.id = m.directory_user_id
     WHERE g.tenant_id = $1 AND g.directory_id = $2 AND g.external_id = ANY ($4)
       AND u.active AND u.leaving_run IS DISTINCT FROM $3
       AND NOT EXISTS (SELECT FROM unnest($5::text[], $6::text[]) AS n (group_id, user_id)
         WHERE n.group_id = g.external_id AND n.user_id = u.external_id)`,
    [
      tx.context.tenantId,
      directoryId,
      runId,
      groupIds,
      pairs.map(([group]) => group),
      pairs.map(([, user]) => user),
    ],
  );
  return row?.n ?? 0;
}

export async function listLeavingGroups(
  tx: Tx,
  directoryId: string,
  runId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'SELECT id FROM directory_groups WHERE tenant_id = $1 AND directory_id = $2 AND leaving_run = $3 ORDER BY id LIMIT $4',
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
