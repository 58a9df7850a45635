// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `permissions`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'permissionsList',
    name: 'permissions.list',
    request: 'GET /api/v1/permissions',
    summary: 'Lists permissions, built-in ones first',
    scopes: ['tenant:roles.read'],
    list: 'pages',
    columns: ['id', 'clientId', 'name', 'displayName', 'description', 'createdAt'],
  },
  {
    operationId: 'permissionsCreate',
    name: 'permissions.create',
    request: 'POST /api/v1/permissions',
    summary: 'Creates a permission',
    scopes: ['tenant:roles.write'],
    body: [
      {
        name: 'name',
        kind: 'text',
        required: true,
        about: 'Must be unique in the tenant. Cannot be changed.',
      },
      { name: 'displayName', kind: 'text', nullable: true },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'clientId',
        kind: 'text',
        nullable: true,
        about:
          'The application that the permission belongs to. If null, it belongs to all applications.',
      },
      {
        name: 'apiResourceId',
        kind: 'text',
        nullable: true,
        about: 'The API that the permission belongs to. If null, it belongs to all APIs.',
      },
    ],
    keyed: true,
  },
  {
    operationId: 'permissionsGet',
    name: 'permissions.get',
    request: 'GET /api/v1/permissions/{id}',
    summary: 'Gets a permission',
    scopes: ['tenant:roles.read'],
    parameters: [{ name: 'id', prefix: 'perm' }],
  },
  {
    operationId: 'permissionsDelete',
    name: 'permissions.delete',
    request: 'DELETE /api/v1/permissions/{id}',
    summary: 'Deletes a permission',
    about:
      'Returns 409 with `in_use` if a role contains the permission, and 409 with `system_resource` for built-in permissions.',
    scopes: ['tenant:roles.write'],
    parameters: [{ name: 'id', prefix: 'perm' }],
    conditional: true,
  },
];
