import { any } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import type { DirectoryGroupRecord, GroupMember } from './directory-group-record.ts';
import { directoryUsers } from './directory-user-record.ts';

type GroupKey = Pick<DirectoryGroupRecord, 'directoryId' | 'id'>;

const members = directory.table('directoryGroupMembers').pick('directoryUserId');
const memberUsers = directoryUsers.pick('id', 'userId');

/**
 * Locks the users of the directory with these ids against removal until the transaction ends, so
 * that no group keeps a removed member.
 */
export const holdMembers = (
  tx: Tx,
  directoryId: string,
  ids: readonly string[],
): Promise<GroupMember[]> =>
  tx.rows(
    memberUsers
      .select(tx)
      .where('directoryId', '=', directoryId)
      .where('id', '=', any(ids))
      .orderBy('id')
      .forKeyShare(),
  );

/** Adds members; returns the ids of those who were not members before. */
export async function insertMembers(
  tx: Tx,
  { directoryId, id }: GroupKey,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<RowOf<typeof members>>(
    `INSERT INTO directory_group_members (tenant_id, directory_id, group_id, directory_user_id) SELECT $1, $2, $3, unnest($4::text[])
     ON CONFLICT DO NOTHING RETURNING directory_user_id`,
    [tx.context.tenantId, directoryId, id, ids],
  );
  return rows.map((row) => row.directoryUserId);
}

/** Removes these members, or with `except` all others; returns those who were members. */
export const deleteMembers = (
  tx: Tx,
  { directoryId, id }: GroupKey,
  ids: readonly string[],
  { except = false } = {},
): Promise<GroupMember[]> =>
  tx.rows<GroupMember>(
    `WITH gone AS (
       DELETE FROM directory_group_members m WHERE m.tenant_id = $1 AND m.directory_id = $2 AND m.group_id = $3
         AND ${except ? 'NOT ' : ''}m.directory_user_id = ANY ($4) RETURNING m.directory_user_id)
     SELECT d.id, d.user_id FROM gone g JOIN directory_users d ON d.tenant_id = $1 AND d.directory_id = $2 AND d.id = g.directory_user_id`,
    [tx.context.tenantId, directoryId, id, ids],
  );

/**
 * Removes a user from all groups and updates the counts and versions of the groups; returns the
 * groups.
 */
export const deleteMembershipsOf = (
  tx: Tx,
  { directoryId, id }: GroupKey,
): Promise<Pick<DirectoryGroupRecord, 'id' | 'displayName' | 'externalId'>[]> =>
  tx.rows(
    `WITH gone AS (
       DELETE FROM directory_group_members WHERE tenant_id = $1 AND directory_id = $2 AND directory_user_id = $3 RETURNING group_id)
     UPDATE directory_groups g SET member_count = g.member_count - 1, version = g.version + 1, updated_at = now() FROM gone
     WHERE g.tenant_id = $1 AND g.directory_id = $2 AND g.id = gone.group_id
     RETURNING g.id, g.display_name, g.external_id`,
    [tx.context.tenantId, directoryId, id],
  );

/** Ids of members in order, starting after `after`. */
export async function listMemberIds(
  tx: Tx,
  { directoryId, id }: GroupKey,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await members.page(tx, {
    where: { directoryId, groupId: id },
    by: 'directoryUserId',
    ascending: true,
    behind: after,
    limit,
  });
  return rows.map((row) => row.directoryUserId);
}

/** The groups of directory users, at most `most` of each. */
export const listGroupsOf = (
  tx: Tx,
  directoryId: string,
  userIds: readonly string[],
  most: number,
): Promise<(Pick<DirectoryGroupRecord, 'id' | 'displayName'> & { userId: string })[]> =>
  tx.rows(
    `SELECT u.id AS user_id, g.id, g.display_name FROM unnest($3::text[]) AS u (id)
     CROSS JOIN LATERAL (SELECT m.group_id FROM directory_group_members m
       WHERE m.tenant_id = $1 AND m.directory_id = $2 AND m.directory_user_id = u.id ORDER BY m.group_id LIMIT $4) AS m
     JOIN directory_groups g ON g.tenant_id = $1 AND g.directory_id = $2 AND g.id = m.group_id`,
    [tx.context.tenantId, directoryId, userIds, most],
  );
