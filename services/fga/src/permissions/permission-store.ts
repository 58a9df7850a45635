import { lock, any } from '@platform/kit/database';
import type { Tx, RowOf } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';
import { fga } from '../generated/tables.ts';

const permissions = fga.table('permissions');
const grants = fga.table('rolePermissions');
const counted = grants.pick('permission').compute((of) => ({ count: of.fn.countAll<number>() }));

export type PermissionRow = RowOf<typeof permissions>;

/** Oldest first. */
export const listPermissions = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<PermissionRow[]> => permissions.page(tx, { by: 'id', ascending: true, behind, limit });

export const findPermission = (tx: Tx, id: string): Promise<PermissionRow | undefined> =>
  permissions.find(tx, { id });

/** Locks the permission against roles that are about to name it. */
export const lockPermission = (tx: Tx, id: string): Promise<PermissionRow | undefined> =>
  permissions.lock(tx, { id });

/**
 * Locks the permissions with these names against deletion until the transaction ends; returns those
 * that exist.
 */
export const holdPermissions = async (
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const held = await permissions.list(tx, {
    where: { name: names },
    orderBy: 'name',
    lock: 'share',
  });
  return new Set(held.map(({ name }) => name));
};

/** Serializes additions of permissions to the tenant. Returns how many it has. */
export async function countPermissions(tx: Tx): Promise<number> {
  await lock(tx, fgaLocks.permissions, tx.context.tenantId);
  return permissions.count(tx);
}

export const insertPermission = (
  tx: Tx,
  permission: Omit<PermissionRow, 'createdAt'>,
): Promise<PermissionRow> => permissions.insertReturning(tx, permission);

export const deletePermission = (tx: Tx, id: string): Promise<number> =>
  permissions.delete(tx, { id });

/** Counts the stored roles with each of these names. */
export const countRolesHolding = async (
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await tx.rows(counted.select(tx).where('permission', '=', any(names)).groupBy('permission'))
    ).map(({ permission, count }) => [permission, count]),
  );

/** Ids of roles with a permission. */
export const listRolesHolding = async (
  tx: Tx,
  permission: string,
  limit: number,
): Promise<string[]> =>
  (await grants.list(tx, { where: { permission }, orderBy: 'roleId', limit })).map(
    ({ roleId }) => roleId,
  );

/** Permissions of a deleted API become available to all. */
export const releasePermissionsOfApi = (tx: Tx, apiResourceId: string): Promise<number> =>
  permissions.update(tx, { apiResourceId }, { apiResourceId: null });

/** Permissions of a deleted application become available to all. */
export const releasePermissionsOf = (tx: Tx, clientId: string): Promise<number> =>
  permissions.update(tx, { clientId }, { clientId: null });
