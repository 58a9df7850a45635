// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `roles`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'rolesList',
    name: 'roles.list',
    request: 'GET /api/v1/roles',
    summary: 'Lists roles, built-in ones first',
    scopes: ['tenant:roles.read'],
    list: 'pages',
    columns: ['id', 'key', 'displayName', 'description', 'createdAt', 'updatedAt'],
  },
  {
    operationId: 'rolesCreate',
    name: 'roles.create',
    request: 'POST /api/v1/roles',
    summary: 'Creates a role',
    about:
      "The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes.",
    scopes: ['tenant:roles.write'],
    body: [
      {
        name: 'key',
        kind: 'text',
        required: true,
        about: 'Must be unique in the tenant, including deleted roles. Cannot be changed.',
      },
      { name: 'displayName', kind: 'text', nullable: true },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'permissions',
        kind: 'text',
        list: true,
        required: true,
        about: 'Names of the permissions that the role grants.',
      },
    ],
    keyed: true,
  },
  {
    operationId: 'rolesGet',
    name: 'roles.get',
    request: 'GET /api/v1/roles/{id}',
    summary: 'Gets a role',
    scopes: ['tenant:roles.read'],
    parameters: [{ name: 'id', prefix: 'role' }],
  },
  {
    operationId: 'rolesUpdate',
    name: 'roles.update',
    request: 'PATCH /api/v1/roles/{id}',
    summary: 'Updates a role',
    about:
      "The caller's token must have every `tenant:` scope that the role grants; otherwise, the request returns 403 `insufficient_scope` with the missing scopes. This also applies to the scopes that the role grants before the change.",
    scopes: ['tenant:roles.write'],
    parameters: [{ name: 'id', prefix: 'role' }],
    body: [
      {
        name: 'key',
        kind: 'text',
        about: 'Cannot be changed: a different value returns 422 `immutable`.',
      },
      { name: 'displayName', kind: 'text', nullable: true },
      { name: 'description', kind: 'text', nullable: true },
      { name: 'permissions', kind: 'text', list: true, about: 'Replaces the complete list.' },
    ],
    conditional: true,
  },
  {
    operationId: 'rolesDelete',
    name: 'roles.delete',
    request: 'DELETE /api/v1/roles/{id}',
    summary: 'Deletes a role',
    about: 'Returns 409 with `in_use` if the role is assigned. The key cannot be reused.',
    scopes: ['tenant:roles.write'],
    parameters: [{ name: 'id', prefix: 'role' }],
    conditional: true,
  },
];
