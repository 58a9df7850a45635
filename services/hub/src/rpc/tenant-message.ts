import type { Tenant } from '@platform/contracts';
import type { TenantMessage } from '@platform/protos';

/** A tenant as gRPC returns it. */
export const tenantMessage = (tenant: Tenant): TenantMessage => ({
  ...tenant,
  parentTenantId: tenant.parentTenantId ?? '',
  contactEmail: tenant.contactEmail ?? '',
  region: tenant.region ?? '',
  deletedAt: tenant.deletedAt ?? '',
  purgedAt: tenant.purgedAt ?? '',
});
