import { CreateRoleAssignmentRequest } from '@platform/contracts';
import type { CreateRoleAssignmentRequest as Body, RoleAssignment } from '@platform/sdk';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';
import { role } from './role.ts';

/** The roles of applications. Those of users are data. */
async function* assignmentsOf({ platform, found }: TenantView): AsyncGenerator<RoleAssignment> {
  const clients = new Set(found(application).map(({ clientId }) => clientId));
  for await (const assignment of platform.roleAssignments.list({ limit: 200 }))
    if (assignment.principal.type === 'client' && clients.has(assignment.principal.id))
      yield assignment;
}

export const roleAssignment = defineKind<RoleAssignment, Body>({
  name: 'role-assignment',
  path: 'role-assignments',
  layout: 'list',
  schema: CreateRoleAssignmentRequest,
  key: ['principal/id', 'role'],
  refersBy: 'roleAssignment',
  references: [
    { at: 'principal/id', to: application },
    { at: 'role', to: role },
  ],
  defaults: { expiresAt: null },
  list: assignmentsOf,
  create: ({ platform, body }) => platform.roleAssignments.create(body),
  delete: ({ platform, id }) => platform.roleAssignments.delete(id),
});
