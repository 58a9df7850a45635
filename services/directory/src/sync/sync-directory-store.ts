import { sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../generated/tables.ts';

// Objects of the source, which have an external id.
type Named = { externalId: string };

const users = directory.table('directoryUsers');
const activeUsers = users.only({ active: true });
const knownUsers = users.narrow<Named>().pick('id', 'externalId', 'active', 'remoteVersion');
const groups = directory.table('directoryGroups');
const knownGroups = groups.narrow<Named>().pick('id', 'externalId', 'displayName');

/** A user of a directory, as a sync compares it. */
export type SyncedUser = RowOf<typeof knownUsers>;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** The users of a directory that the source lists. */
export const listKnownUsers = (
  tx: Tx,
  directoryId: string,
  externalId: readonly string[],
): Promise<SyncedUser[]> =>
  knownUsers.list(tx, { where: { directoryId, externalId }, orderBy: 'externalId' });

/** Active users of a directory, starting at an id. */
export const listActiveUsers = (
  tx: Tx,
  directoryId: string,
  behind: string,
  limit: number,
): Promise<Pick<RowOf<typeof users>, 'id' | 'externalId' | 'userName'>[]> =>
  activeUsers
    .pick('id', 'externalId', 'userName')
    .page(tx, { where: { directoryId }, by: 'id', ascending: true, behind, limit });

export const markSeenUsers = (
  tx: Tx,
  directoryId: string,
  externalId: readonly string[],
  seenRun: string,
): Promise<number> => users.update(tx, { directoryId, externalId }, { seenRun, leavingRun: null });

/** Marks users who leave. They stay unchanged until the guard has counted them. */
export const markLeavingUsers = (
  tx: Tx,
  directoryId: string,
  externalId: readonly string[],
  leavingRun: string,
): Promise<number> => activeUsers.update(tx, { directoryId, externalId }, { leavingRun });

const isUnseen = (runId: string) =>
  sql<boolean>`seen_run IS DISTINCT FROM ${runId} AND leaving_run IS DISTINCT FROM ${runId}`;

/**
 * For a run that listed every user: marks up to `limit` of those that it did not see; returns how
 * many.
 */
export const markUnseenUsers = (
  tx: Tx,
  directoryId: string,
  leavingRun: string,
  limit: number,
): Promise<number> => {
  const unseen = activeUsers.only({ directoryId }).only(() => isUnseen(leavingRun));
  const some = unseen.pick('id').select(tx).limit(limit);
  return users.only((of) => of('id', 'in', some)).update(tx, { directoryId }, { leavingRun });
};

/** Counts the active users of a directory, and those of them who leave in a run. */
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

export const listLeavingUsers = async (
  tx: Tx,
  directoryId: string,
  leavingRun: string,
  limit: number,
): Promise<string[]> =>
  idsOf(
    await activeUsers
      .pick('id')
      .list(tx, { where: { directoryId, leavingRun }, orderBy: 'id', limit }),
  );

/** A user who could not be deactivated is not tried again in this run. */
export const unmarkLeavingUser = (tx: Tx, directoryId: string, id: string): Promise<number> =>
  users.update(tx, { directoryId, id }, { leavingRun: null });

export const markSeenGroups = (
  tx: Tx,
  directoryId: string,
  externalId: readonly string[],
  seenRun: string,
): Promise<number> => groups.update(tx, { directoryId, externalId }, { seenRun, leavingRun: null });

/** Marks groups that are gone. They stay unchanged until the guard has counted them. */
export const markLeavingGroups = (
  tx: Tx,
  directoryId: string,
  externalId: readonly string[],
  leavingRun: string,
): Promise<number> => groups.update(tx, { directoryId, externalId }, { leavingRun });

/**
 * For a run that listed every group: marks up to `limit` of those that it did not see; returns how
 * many.
 */
export const markUnseenGroups = (
  tx: Tx,
  directoryId: string,
  leavingRun: string,
  limit: number,
): Promise<number> => {
  const unseen = groups.only({ directoryId }).only(() => isUnseen(leavingRun));
  const some = unseen.pick('id').select(tx).limit(limit);
  return groups.only((of) => of('id', 'in', some)).update(tx, { directoryId }, { leavingRun });
};

/**
 * Counts the groups and memberships of a directory, the groups that leave in a run, and their
 * memberships.
 */
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
 * Counts the active members of these groups that are not among the pairs of group and user, by
 * external ids. Users who leave in the run are not counted: they have a guard of their own.
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

export const listLeavingGroups = async (
  tx: Tx,
  directoryId: string,
  leavingRun: string,
  limit: number,
): Promise<string[]> =>
  idsOf(
    await groups.pick('id').list(tx, { where: { directoryId, leavingRun }, orderBy: 'id', limit }),
  );

/** The groups of a directory that the source lists, by external id. */
export async function listKnownGroups(
  tx: Tx,
  directoryId: string,
  externalId: readonly string[],
): Promise<ReadonlyMap<string, RowOf<typeof knownGroups>>> {
  const rows = await knownGroups.list(tx, {
    where: { directoryId, externalId },
    orderBy: 'externalId',
  });
  return new Map(rows.map((group) => [group.externalId, group]));
}
