import type { Selectable, Tx } from '@platform/kit/database';
import type { DirectoryTables } from '../../generated/tables.ts';

/** A role that a user has through a group. */
export interface GroupRole {
  userId: string;
  /** The organization that the role applies to; null: the whole tenant. */
  organizationId: string | null;
  directoryId: string;
  groupId: string;
  mappingId: string;
  role: string;
}

const columns = `user_id, organization_id, directory_id, group_id, mapping_id, role`;

/** All roles that users have through their groups, in every organization. */
export const listGroupRoles = (tx: Tx, userIds: readonly string[]): Promise<GroupRole[]> =>
  tx.prepared<GroupRole>(
    'group_roles_of_users',
    `SELECT ${columns} FROM group_roles WHERE tenant_id = $1 AND user_id = ANY ($2) ORDER BY role, mapping_id, group_id`,
    [tx.context.tenantId, userIds],
  );

/** Up to `limit` groups of a user, from all directories. */
export async function listGroupIdsOf(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const rows = await tx.prepared<{ id: string }>(
    'groups_of_user',
    `SELECT gm.group_id AS id FROM directory_users u
     JOIN directories d ON d.tenant_id = u.tenant_id AND d.id = u.directory_id AND d.state <> 'deleting'
     JOIN directory_group_members gm ON gm.tenant_id = u.tenant_id AND gm.directory_id = u.directory_id AND gm.directory_user_id = u.id
     WHERE u.tenant_id = $1 AND u.user_id = $2 AND u.link = 'active' ORDER BY 1 LIMIT $3`,
    [tx.context.tenantId, userId, limit],
  );
  return rows.map(({ id }) => id);
}

type LocatedGroup = Pick<Selectable<DirectoryTables['directories']>, 'organizationId'> &
  Pick<Selectable<DirectoryTables['directoryGroups']>, 'directoryId' | 'displayName'>;

/** The directory of a group; undefined if it is being deleted. */
export const findGroup = (tx: Tx, groupId: string): Promise<LocatedGroup | undefined> =>
  tx.row(
    `SELECT g.directory_id, d.organization_id, g.display_name FROM directories d
     JOIN directory_groups g ON g.tenant_id = d.tenant_id AND g.directory_id = d.id AND g.id = $2 WHERE d.tenant_id = $1 AND d.state <> 'deleting'`,
    [tx.context.tenantId, groupId],
  );
