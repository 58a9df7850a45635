import { builtInRoles } from '@platform/contracts';
import type { BuiltInRole } from '@platform/contracts';
import { systemId } from './system-ids.ts';

/** A built-in role. */
export interface SystemRole extends BuiltInRole {
  id: string;
}

/** The roles of every tenant, sorted by key. */
export const systemRoles: readonly SystemRole[] = builtInRoles.map((role) => ({
  id: systemId('role', role.key),
  ...role,
}));

const byKey = new Map(systemRoles.map((r) => [r.key, r]));
const byId = new Map(systemRoles.map((r) => [r.id, r]));

export const findSystemRole = (key: string): SystemRole | undefined => byKey.get(key);
export const findSystemRoleById = (id: string): SystemRole | undefined => byId.get(id);
