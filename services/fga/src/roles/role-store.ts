import { lock, any, now, sql } from '@platform/kit/database';
import type { Tx, RowOf } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';
import { fga } from '../generated/tables.ts';

const stored = fga.table('roles');
const grants = fga.table('rolePermissions');
const roles = stored
  .only({ deletedAt: null })
  .omit('deletedAt')
  .compute((of) => ({
    permissions: sql<string[]>`array${of
      .selectFrom('rolePermissions as p')
      .select('p.permission')
      .whereRef('p.tenantId', '=', 'roles.tenantId')
      .whereRef('p.roleId', '=', 'roles.id')
      .orderBy('p.permission')}`,
  }));
const ids = roles.pick('id');

export type RoleRow = RowOf<typeof roles>;

/** Oldest first. */
export const listRoles = (tx: Tx, behind: string | undefined, limit: number): Promise<RoleRow[]> =>
  roles.page(tx, { by: 'id', ascending: true, behind, limit });

export const findRole = (tx: Tx, id: string): Promise<RoleRow | undefined> =>
  roles.find(tx, { id });

export const findRolesByKey = async (tx: Tx, keys: readonly string[]): Promise<RoleRow[]> =>
  keys.length === 0 ? [] : roles.list(tx, { where: { key: keys }, orderBy: 'key' });

/** Locks the role before a change. Reads its permissions after the lock is acquired. */
export const lockRole = async (tx: Tx, id: string): Promise<RoleRow | undefined> =>
  (await ids.lock(tx, { id })) && findRole(tx, id);

/** Locks the role against changes and deletion until the transaction, which names it, ends. */
export async function holdRole(tx: Tx, key: string): Promise<RoleRow | undefined> {
  const held = await ids.share(tx, { key });
  return held && findRole(tx, held.id);
}

/** Serializes additions of roles to the tenant. Returns how many it has. */
export async function countRoles(tx: Tx): Promise<number> {
  await lock(tx, fgaLocks.roles, tx.context.tenantId);
  return roles.count(tx);
}

export const insertRole = (
  tx: Tx,
  role: Pick<RoleRow, 'id' | 'key' | 'displayName' | 'description'>,
): Promise<number> => stored.insert(tx, role);

export const updateRole = (
  tx: Tx,
  { id, displayName, description }: Pick<RoleRow, 'id' | 'displayName' | 'description'>,
): Promise<number> =>
  stored.update(tx, { id }, (of) => ({
    displayName,
    description,
    version: of('version', '+', 1),
    updatedAt: now,
  }));

/** Replaces the permissions of a role. */
export async function setPermissions(
  tx: Tx,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  const others = grants.only((of) => of.not(of('permission', '=', any(permissions))));
  await others.delete(tx, { roleId });
  await grants.insertIfAbsent(
    tx,
    permissions.map((permission) => ({ roleId, permission })),
  );
}

/** The key stays taken; the role's permissions are released. */
export async function markRoleDeleted(tx: Tx, id: string): Promise<void> {
  await stored.update(tx, { id }, (of) => ({ deletedAt: now, version: of('version', '+', 1) }));
  await grants.delete(tx, { roleId: id });
}
