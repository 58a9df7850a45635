import { UpdateTenantRequest } from '@platform/contracts';
import type { TenantSettings, UpdateTenantRequest as Body } from '@platform/sdk';
import { defineKind } from './kind.ts';

/** Settings of the tenant itself, which always exists and cannot be reset. */
export const tenant = defineKind<TenantSettings, Body>({
  name: 'tenant',
  path: 'tenant',
  layout: 'one',
  schema: UpdateTenantRequest,
  key: [],
  refersBy: 'name',
  isDeleted: () => true,
  id: () => 'tenant',
  list: async ({ platform }) => [await platform.tenant.get()],
  get: (platform) => platform.tenant.get().response(),
  create: ({ platform, body }) => platform.tenant.update(body),
  update: ({ platform, patch, options }) => platform.tenant.update(patch, options),
});
