import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { fgaLocks } from '../advisory-locks.ts';

/** A custom role as it is stored. */
export interface RoleRow {
  id: string;
  key: string;
  displayName: string | null;
  description: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  permissions: string[];
}

const columns = `r.id, r.key, r.display_name, r.description, r.version, r.created_at, r.updated_at,
  ARRAY(SELECT p.permission FROM role_permissions p WHERE p.tenant_id = r.tenant_id AND p.role_id = r.id ORDER BY p.permission) AS permissions`;

/** Oldest first, from behind an id on. */
export const listRoles = (tx: Tx, afterId: string | undefined, limit: number): Promise<RoleRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM roles r WHERE r.tenant_id = $1 AND r.id > $2 AND r.deleted_at IS NULL ORDER BY r.id LIMIT $3`,
    [tx.context.tenantId, afterId ?? '', limit],
  );

export const findRole = (tx: Tx, id: string): Promise<RoleRow | undefined> =>
  tx.row(
    `SELECT ${columns} FROM roles r WHERE r.tenant_id = $1 AND r.id = $2 AND r.deleted_at IS NULL`,
    [tx.context.tenantId, id],
  );

export const findRolesByKey = (tx: Tx, keys: readonly string[]): Promise<RoleRow[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : tx.rows(
        `SELECT ${columns} FROM roles r WHERE r.tenant_id = $1 AND r.key = ANY($2) AND r.deleted_at IS NULL`,
        [tx.context.tenantId, keys],
      );

/** Locked by whoever changes or deletes it. What it holds is read once the lock is held. */
export async function lockRole(tx: Tx, id: string): Promise<RoleRow | undefined> {
  const held = await tx.row(
    'SELECT FROM roles WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE',
    [tx.context.tenantId, id],
  );
  return held && findRole(tx, id);
}

/** Held by whoever is about to name it, so that it is neither changed nor deleted meanwhile. */
export async function holdRole(tx: Tx, key: string): Promise<RoleRow | undefined> {
  const held = await tx.row<{ id: string }>(
    'SELECT id FROM roles WHERE tenant_id = $1 AND key = $2 AND deleted_at IS NULL FOR SHARE',
    [tx.context.tenantId, key],
  );
  return held && findRole(tx, held.id);
}

/** Takes the tenant's turn to add roles, and says how many there are. */
export async function countRoles(tx: Tx): Promise<number> {
  await lock(tx, fgaLocks.roles, tx.context.tenantId);
  return (
    (
      await tx.row<{ count: number }>(
        'SELECT count(*)::int AS count FROM roles WHERE tenant_id = $1 AND deleted_at IS NULL',
        [tx.context.tenantId],
      )
    )?.count ?? 0
  );
}

export const insertRole = (
  tx: Tx,
  r: Pick<RoleRow, 'id' | 'key' | 'displayName' | 'description'>,
): Promise<number> =>
  tx.execute(
    'INSERT INTO roles (tenant_id, id, key, display_name, description) VALUES ($1, $2, $3, $4, $5)',
    [tx.context.tenantId, r.id, r.key, r.displayName, r.description],
  );

export const updateRole = (
  tx: Tx,
  r: Pick<RoleRow, 'id' | 'displayName' | 'description'>,
): Promise<number> =>
  tx.execute(
    'UPDATE roles SET display_name = $3, description = $4, version = version + 1, updated_at = now() WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, r.id, r.displayName, r.description],
  );

/** Replaces what a role holds. */
export async function setPermissions(
  tx: Tx,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  await tx.execute(
    'DELETE FROM role_permissions WHERE tenant_id = $1 AND role_id = $2 AND NOT permission = ANY($3)',
    [tx.context.tenantId, roleId, permissions],
  );
  await tx.execute(
    'INSERT INTO role_permissions (tenant_id, role_id, permission) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, roleId, permissions],
  );
}

/** The key stays taken; what the role held is free. */
export async function markRoleDeleted(tx: Tx, id: string): Promise<void> {
  await tx.execute(
    'UPDATE roles SET deleted_at = now(), version = version + 1 WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id],
  );
  await tx.execute('DELETE FROM role_permissions WHERE tenant_id = $1 AND role_id = $2', [
    tx.context.tenantId,
    id,
  ]);
}
