import { CreateRoleRequest } from '@platform/contracts';
import type { CreateRoleRequest as Body, Role } from '@platform/sdk';
import { defineKind } from './kind.ts';
import { permission } from './permission.ts';

export const role = defineKind<Role, Body>({
  name: 'role',
  path: 'roles',
  layout: 'files',
  schema: CreateRoleRequest,
  key: ['key'],
  refersBy: 'name',
  references: [{ at: 'permissions/*', to: permission }],
  defaults: { displayName: null, description: null },
  sets: ['permissions'],
  isBuiltIn: ({ system }) => system,
  list: ({ platform }) => platform.roles.list({ limit: 200 }),
  get: (platform, { id }) => platform.roles.get(id).response(),
  create: ({ platform, body }) => platform.roles.create(body),
  update: ({ platform, id, patch, options }) => platform.roles.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.roles.delete(id, options),
});
