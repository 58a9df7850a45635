import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';

/** A custom permission as it is stored. */
export interface PermissionRow {
  id: string;
  name: string;
  displayName: string | null;
  description: string | null;
  clientId: string | null;
  createdAt: Date;
}

const columns = 'id, name, display_name, description, client_id, created_at';

/** Oldest first, from behind an id on. */
export const listPermissions = (
  tx: Tx,
  afterId: string | undefined,
  limit: number,
): Promise<PermissionRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM permissions WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [tx.context.tenantId, afterId ?? '', limit],
  );

export const findPermission = (tx: Tx, id: string): Promise<PermissionRow | undefined> =>
  tx.row(`SELECT ${columns} FROM permissions WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** Locked against roles that are about to name it. */
export const lockPermission = (tx: Tx, id: string): Promise<PermissionRow | undefined> =>
  tx.row(`SELECT ${columns} FROM permissions WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

/** Which of these names exist, each held until the transaction ends, so that none is deleted meanwhile. */
export const holdPermissions = async (
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx.rows<{ name: string }>(
        'SELECT name FROM permissions WHERE tenant_id = $1 AND name = ANY($2) ORDER BY name FOR SHARE',
        [tx.context.tenantId, names],
      )
    ).map((row) => row.name),
  );

/** Takes the tenant's turn to add permissions, and says how many there are. */
export async function countPermissions(tx: Tx): Promise<number> {
  await lock(tx, fgaLocks.permissions, tx.context.tenantId);
  return (
    (
      await tx.row<{ count: number }>(
        'SELECT count(*)::int AS count FROM permissions WHERE tenant_id = $1',
        [tx.context.tenantId],
      )
    )?.count ?? 0
  );
}

export const insertPermission = async (
  tx: Tx,
  p: Omit<PermissionRow, 'createdAt'>,
): Promise<PermissionRow> =>
  (await tx.row<PermissionRow>(
    `INSERT INTO permissions (tenant_id, id, name, display_name, description, client_id) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [tx.context.tenantId, p.id, p.name, p.displayName, p.description, p.clientId],
  ))!;

export const deletePermission = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM permissions WHERE tenant_id = $1 AND id = $2', [tx.context.tenantId, id]);

/** How many stored roles hold each of these names. */
export const countRolesHolding = async (
  tx: Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await tx.rows<{ permission: string; count: number }>(
        'SELECT permission, count(*)::int AS count FROM role_permissions WHERE tenant_id = $1 AND permission = ANY($2) GROUP BY permission',
        [tx.context.tenantId, names],
      )
    ).map(({ permission, count }) => [permission, count]),
  );

/** Ids of roles that hold a name. */
export const listRolesHolding = async (tx: Tx, name: string, limit: number): Promise<string[]> =>
  (
    await tx.rows<{ roleId: string }>(
      'SELECT role_id FROM role_permissions WHERE tenant_id = $1 AND permission = $2 ORDER BY role_id LIMIT $3',
      [tx.context.tenantId, name, limit],
    )
  ).map((row) => row.roleId);

/** Permissions of an application that is gone belong to all. */
export const releasePermissionsOf = (tx: Tx, clientId: string): Promise<number> =>
  tx.execute('UPDATE permissions SET client_id = NULL WHERE tenant_id = $1 AND client_id = $2', [
    tx.context.tenantId,
    clientId,
  ]);
