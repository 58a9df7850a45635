import { allOf, operations } from '../operation.ts';
import { TenantSettings, UpdateTenantRequest } from './tenant-settings.ts';

const path = '/api/v1/tenant';

/** Operations on the tenant of the caller. */
export const tenantSettingsOperations = operations({
  tenantGet: {
    method: 'get',
    path,
    scopes: allOf('tenant:settings.read'),
    summary: 'Gets the tenant',
    description: "Includes the addresses of the tenant's issuer.",
    response: TenantSettings,
    errors: [],
  },
  tenantUpdate: {
    method: 'patch',
    path,
    scopes: allOf('tenant:settings.write'),
    summary: 'Updates the tenant',
    description:
      'Slug, mode, region and limits are set by the operator of the platform and cannot be changed.',
    mergePatch: true,
    body: UpdateTenantRequest,
    response: TenantSettings,
    errors: ['precondition_failed'],
  },
});
