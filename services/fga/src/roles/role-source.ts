import type { Tx } from '@platform/kit/database';
import { isSystemPermission } from '../built-in/system-permissions.ts';
import { listAssignmentsOf } from './assignment-store.ts';
import type { AssignedPrincipal } from './assignment-store.ts';
import { rolesByKey } from './effective-roles.ts';
import { holdRole } from './role-store.ts';

/** The roles that elevation depends on. */
export interface RoleSource {
  /**
   * The scopes that a role grants; undefined if it does not exist. With `hold`, it cannot be
   * deleted until the transaction ends.
   */
  scopes(tx: Tx, key: string, options?: { hold?: boolean }): Promise<readonly string[] | undefined>;
  /** Keys of the roles that are assigned to a user in this service. */
  assigned(tx: Tx, userId: string): Promise<readonly string[]>;
}

/** Keys of the roles that are assigned to a principal in this service. */
export const assignedRoles = async (tx: Tx, principal: AssignedPrincipal): Promise<string[]> =>
  (await listAssignmentsOf(tx, principal)).map((assignment) => assignment.roleKey);

/** Locks roles against deletion until the transaction ends. Ignores unknown keys. */
export async function holdRoles(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of keys) await holdRole(tx, key);
}

export const roleSource: RoleSource = {
  async scopes(tx, key, { hold = false } = {}) {
    if (hold) await holdRole(tx, key);
    return (await rolesByKey(tx, [key]))[0]?.permissions.filter(isSystemPermission);
  },
  assigned: (tx, userId) => assignedRoles(tx, { type: 'user', id: userId }),
};
