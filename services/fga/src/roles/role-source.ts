import type { Tx } from '@platform/kit/database';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { listAssignmentsOf } from './assignment-store.ts';
import type { AssignedPrincipal } from './assignment-store.ts';
import { rolesByKey } from './effective-roles.ts';
import { holdRole } from './role-store.ts';

/** What elevation needs to know of roles. */
export interface RoleSource {
  /** The scopes that a role gives; undefined for one that does not exist. With `hold` it cannot be deleted before the transaction ends. */
  scopes(tx: Tx, key: string, options?: { hold?: boolean }): Promise<readonly string[] | undefined>;
  /** Keys of the roles that a user holds by assignment here. */
  assigned(tx: Tx, userId: string): Promise<readonly string[]>;
}

/** Keys of the roles that a principal holds by assignment here. */
export const assignedRoles = async (tx: Tx, principal: AssignedPrincipal): Promise<string[]> =>
  (await listAssignmentsOf(tx, principal)).map((assignment) => assignment.roleKey);

/** Keeps roles from being deleted until the transaction ends; keys that name none are none's business. */
export async function holdRoles(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys) await holdRole(tx, key);
}

/** The roles of this service. */
export const roleSource: RoleSource = {
  async scopes(tx, key, { hold = false } = {}) {
    if (hold) await holdRole(tx, key);
    return (await rolesByKey(tx, [key]))[0]?.permissions.filter(isSystemPermission);
  },
  assigned: (tx, userId) => assignedRoles(tx, { type: 'user', id: userId }),
};
