import { allScopes } from '@platform/contracts';
import { systemId } from './system-ids.ts';

/** A built-in permission: a scope of the platform. */
export interface SystemPermission {
  id: string;
  name: string;
}

/** The platform's scopes, sorted by name. */
export const systemPermissions: readonly SystemPermission[] = allScopes.map((name) => ({
  id: systemId('permission', name),
  name,
}));

const names: ReadonlySet<string> = new Set(allScopes);
const byId = new Map(systemPermissions.map((permission) => [permission.id, permission]));

export const isSystemPermission = (name: string): boolean => names.has(name);

export const findSystemPermission = (id: string): SystemPermission | undefined => byId.get(id);
