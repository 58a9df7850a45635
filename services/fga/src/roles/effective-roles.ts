import { areaOf, gatedAreas } from '@platform/contracts';
import type { CapabilityFamilies } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { findRolesByKey } from './role-store.ts';
import { findSystemRole } from '../built-in/system-roles.ts';

/** A role by its key, with what it grants. */
export interface GrantedRole {
  key: string;
  permissions: readonly string[];
}

/** Roles of the tenant among these keys; a key that names none grants nothing. */
export async function rolesByKey(tx: Tx, keys: readonly string[]): Promise<GrantedRole[]> {
  const distinct = [...new Set(keys)];
  const system = distinct.map(findSystemRole).filter((role) => role !== undefined);
  const custom = await findRolesByKey(
    tx,
    distinct.filter((key) => !findSystemRole(key)),
  );
  return [...system, ...custom]
    .map(({ key, permissions }) => ({ key, permissions }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Custom permissions that belong to this client or to none; without a client: all. Sorted. */
export async function permissionsFor(
  tx: Tx,
  roles: readonly GrantedRole[],
  clientId: string | undefined,
): Promise<string[]> {
  const custom = new Set(
    roles.flatMap((role) => role.permissions).filter((name) => !isSystemPermission(name)),
  );
  if (custom.size === 0) return [];
  const rows = await tx.rows<{ name: string }>(
    'SELECT name FROM permissions WHERE tenant_id = $1 AND name = ANY($2) AND ($3::text IS NULL OR client_id IS NULL OR client_id = $3) ORDER BY name',
    [tx.context.tenantId, [...custom], clientId ?? null],
  );
  return rows.map((row) => row.name);
}

/** The scopes that roles grant, without those of families that are off. Sorted. */
export const scopesFor = (
  roles: readonly GrantedRole[],
  entitled: ReadonlySet<string>,
  families: CapabilityFamilies,
): string[] =>
  entitledScopes(
    roles.flatMap((role) => role.permissions).filter(isSystemPermission),
    entitled,
    families,
  );

/** Scopes without those of families that are off. Sorted, each once. */
export function entitledScopes(
  scopes: readonly string[],
  entitled: ReadonlySet<string>,
  families: CapabilityFamilies,
): string[] {
  const gates = gatedAreas(families);
  return [...new Set(scopes)]
    .filter((scope) => {
      const family = gates.get(areaOf(scope) ?? '');
      return family === undefined || entitled.has(family);
    })
    .sort();
}
