import type { Tx } from '@platform/kit/database';
import { isSystemPermission } from '../permissions/system-permissions.ts';
import { listAssignmentsOf } from '../roles/assignment-store.ts';
import { rolesByKey } from '../roles/effective-roles.ts';
import { holdRole } from '../roles/role-store.ts';

/** What elevation needs to know of roles. */
export interface RoleSource {
  /** The scopes that a role gives; undefined for one that does not exist. With `hold` it cannot be deleted before the transaction ends. */
  scopes(tx: Tx, key: string, options?: { hold?: boolean }): Promise<readonly string[] | undefined>;
  /** Keys of the roles that a user holds by assignment here. */
  assigned(tx: Tx, userId: string): Promise<readonly string[]>;
}

/** The roles of this service. */
export const roleSource: RoleSource = {
  async scopes(tx, key, { hold = false } = {}) {
    if (hold) await holdRole(tx, key);
    return (await rolesByKey(tx, [key]))[0]?.permissions.filter(isSystemPermission);
  },
  assigned: async (tx, userId) => (await listAssignmentsOf(tx, { type: 'user', id: userId })).map((assignment) => assignment.role_key),
};
