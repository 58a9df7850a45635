import { isId } from '@platform/contracts';
import type { roleOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { systemFirst } from '../built-in/system-first.ts';
import { systemRoles } from '../built-in/system-roles.ts';
import type { SystemRole } from '../built-in/system-roles.ts';
import { countAssignments, deleteAssignment, listAssignments } from './assignment-store.ts';
import { publishUnassigned } from './assignments.ts';
import { grantRole } from './role-grants.ts';
import type { RoleLimits } from './role-limits.ts';
import { assignmentResource, isCustom, roleResource } from './role-resource.ts';
import type { AnyRole } from './role-resource.ts';
import { findRole, listRoles } from './role-store.ts';
import type { RoleRow } from './role-store.ts';
import { changeRole, createRole, existingRole, lockedCustomRole, removeRole } from './roles.ts';
import type { RoleUse } from './roles.ts';

export interface RoleHandlerOptions extends RoleLimits {
  cursors: Cursors;
  uses: readonly RoleUse[];
}

type RoleOperation = 'rolesList' | 'rolesCreate' | 'rolesGet' | 'rolesUpdate' | 'rolesDelete';

export const roleHandlers = (options: RoleHandlerOptions): Handlers<typeof roleOperations> => ({
  ...customRoleHandlers(options),
  ...assignmentHandlers(options),
});

const shown = (role: AnyRole, count: number) =>
  answer(roleResource(role, count), { version: isCustom(role) ? role.version : 0 });
const countOf = async (tx: Tx, key: string): Promise<number> =>
  (await countAssignments(tx, [key])).get(key) ?? 0;

const customRoleHandlers = ({
  cursors,
  maxRoles,
  uses,
}: RoleHandlerOptions): Pick<Handlers<typeof roleOperations>, RoleOperation> => ({
  async rolesList({ tx, principal, query: { limit, cursor } }) {
    const bound = { tenantId: principal.tenantId, list: 'roles' };
    const rows = await systemFirst<SystemRole, RoleRow>({
      system: systemRoles,
      keyOf: (r) => r.key,
      after: cursor === undefined ? undefined : cursors.decode(bound, cursor),
      limit: limit + 1,
      stored: (afterId, count) => listRoles(tx, afterId, count),
    });
    const counts = await countAssignments(
      tx,
      rows.map((row) => row.key),
    );
    return cursors.page(bound, rows, limit, {
      position: (r) => (isCustom(r) ? [1, r.id] : [0, r.key]),
      present: (r) => roleResource(r, counts.get(r.key) ?? 0),
    });
  },

  rolesCreate: async ({ tx, principal, body }) =>
    shown(await createRole(tx, principal, body, { maxRoles }), 0),

  async rolesGet({ tx, params }) {
    const role = await existingRole(tx, params.id, findRole);
    return shown(role, await countOf(tx, role.key));
  },

  async rolesUpdate({ tx, principal, params, body, ifMatch, audit }) {
    const before = await lockedCustomRole(tx, params.id);
    ifMatch(before.version);
    const count = await countOf(tx, before.key);
    const update = await changeRole(tx, principal, before, { body, count });
    if (!update) return shown(before, count);
    audit({ changed: update.changed });
    return shown(update.role, count);
  },

  async rolesDelete({ tx, params, ifMatch }) {
    const role = await lockedCustomRole(tx, params.id);
    ifMatch(role.version);
    await removeRole(tx, role, uses);
    return { id: role.id, deleted: true };
  },
});

const assignmentHandlers = ({
  cursors,
  maxAssignments,
}: RoleHandlerOptions): Omit<Handlers<typeof roleOperations>, RoleOperation> => ({
  async roleAssignmentsList({ tx, principal, query: { limit, cursor, ...filters } }) {
    const bound = { tenantId: principal.tenantId, list: 'role assignments', filters };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const rows = await listAssignments(tx, filters, before as string | undefined, limit + 1);
    return cursors.page(bound, rows, limit, {
      position: (row) => [row.id],
      present: assignmentResource,
    });
  },

  roleAssignmentsCreate: async ({ tx, principal, body }) =>
    assignmentResource(await grantRole(tx, principal, body, { maxAssignments })),

  async roleAssignmentsDelete({ tx, params, ifMatch }) {
    const row = found(
      isId('roleAssignment', params.id) ? await deleteAssignment(tx, params.id) : undefined,
    );
    ifMatch(contentVersion(assignmentResource(row)));
    await publishUnassigned(tx, [row]);
    return { id: row.id, deleted: true };
  },
});
