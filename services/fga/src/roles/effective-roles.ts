import { areaOf, gatedAreas } from '@platform/contracts';
import type { CapabilityFamilies } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { fga } from '../generated/tables.ts';
import { findRolesByKey } from './role-store.ts';
import { findSystemRole } from '../built-in/system-roles.ts';

const permissions = fga.table('permissions').pick('name', 'clientId', 'apiResourceId');

/** The application and the API that a custom permission belongs to; null for all. */
export interface PermissionOwner {
  clientId: string | null;
  apiResourceId: string | null;
}

/** The application that uses permissions, and the API that its token is for; undefined for any. */
export interface PermissionUser {
  clientId: string | undefined;
  apiResourceId: string | undefined;
}

/** A role by its key, with its permissions. */
export interface GrantedRole {
  key: string;
  permissions: readonly string[];
}

/** The roles with these keys. An unknown key grants nothing. */
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

/** The owner of each custom permission of these roles. */
export async function permissionOwners(
  tx: Tx,
  roles: readonly GrantedRole[],
): Promise<ReadonlyMap<string, PermissionOwner>> {
  const custom = new Set(
    roles.flatMap((role) => role.permissions).filter((name) => !isSystemPermission(name)),
  );
  if (custom.size === 0) return new Map();
  const rows = await permissions.list(tx, { where: { name: [...custom] }, orderBy: 'name' });
  return new Map(rows.map(({ name, ...owner }) => [name, owner]));
}

const isOf = (owner: string | null, user: string | undefined): boolean =>
  user === undefined || owner === null || owner === user;

/**
 * Custom permissions of roles that belong to this application and API, or to all. Sorted.
 */
export const permissionsFor = (
  roles: readonly GrantedRole[],
  owners: ReadonlyMap<string, PermissionOwner>,
  { clientId, apiResourceId }: PermissionUser,
): string[] =>
  [...new Set(roles.flatMap((role) => role.permissions))]
    .filter((name) => {
      const owner = owners.get(name);
      return owner && isOf(owner.clientId, clientId) && isOf(owner.apiResourceId, apiResourceId);
    })
    .sort();

/**
 * The scopes that roles grant, without those of families that are off; with `wanted`, only those
 * among them. Sorted.
 */
export const scopesFor = (
  roles: readonly GrantedRole[],
  entitled: ReadonlySet<string>,
  families: CapabilityFamilies,
  wanted?: ReadonlySet<string>,
): string[] =>
  entitledScopes(
    roles
      .flatMap((role) => role.permissions)
      .filter((name) => (wanted?.has(name) ?? true) && isSystemPermission(name)),
    entitled,
    families,
  );

/** Scopes without those of families that are off. Sorted, without duplicates. */
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
