// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `role-assignments`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'roleAssignmentsList',
    name: 'roleAssignments.list',
    request: 'GET /api/v1/role-assignments',
    summary: 'Lists role assignments',
    scopes: ['tenant:roles.read'],
    query: [
      { name: 'principalId', kind: 'text' },
      { name: 'role', kind: 'text', about: 'The key of a role.' },
    ],
    list: 'pages',
    columns: ['id', 'role', 'principal.id', 'principal.type', 'expiresAt', 'createdAt'],
  },
  {
    operationId: 'roleAssignmentsCreate',
    name: 'roleAssignments.create',
    request: 'POST /api/v1/role-assignments',
    summary: 'Creates a role assignment',
    about:
      "The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes.",
    scopes: ['tenant:roles.write'],
    body: [
      { name: 'principal', kind: 'object', required: true },
      { name: 'principal.type', kind: 'text', values: ['user', 'client'], required: true },
      { name: 'principal.id', kind: 'text', required: true },
      { name: 'role', kind: 'text', required: true, about: "The role's key." },
      { name: 'expiresAt', kind: 'text', nullable: true, about: 'Must be in the future.' },
    ],
    keyed: true,
  },
  {
    operationId: 'roleAssignmentsDelete',
    name: 'roleAssignments.delete',
    request: 'DELETE /api/v1/role-assignments/{id}',
    summary: 'Deletes a role assignment',
    scopes: ['tenant:roles.write'],
    parameters: [{ name: 'id', prefix: 'rasg' }],
    conditional: true,
  },
];
