import { CreatePermissionRequest } from '@platform/contracts';
import type { CreatePermissionRequest as Body, Permission } from '@platform/sdk';
import { apiResource } from './api-resource.ts';
import { application } from './application.ts';
import { defineKind } from './kind.ts';

export const permission = defineKind<Permission, Body>({
  name: 'permission',
  path: 'permissions',
  layout: 'list',
  schema: CreatePermissionRequest,
  key: ['name'],
  refersBy: 'name',
  references: [
    { at: 'clientId', to: application },
    { at: 'apiResourceId', to: apiResource },
  ],
  defaults: { displayName: null, description: null, clientId: null, apiResourceId: null },
  keepsBecause: ({ usedByRoles }) =>
    usedByRoles === 0
      ? undefined
      : 'A permission cannot be changed, and roles contain this one. Remove it from them first, or give the changed permission another name',
  isBuiltIn: ({ system }) => system,
  list: ({ platform }) => platform.permissions.list({ limit: 200 }),
  get: (platform, { id }) => platform.permissions.get(id).response(),
  create: ({ platform, body }) => platform.permissions.create(body),
  delete: ({ platform, id, options }) => platform.permissions.delete(id, options),
});
