import { requireActive } from '@platform/kit/auth';
import { problem } from '@platform/kit/problem';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Finds the tenant of public metadata by the host; 404 on other hosts. */
export const findAddressedTenant =
  ({ hosts, trust }: GatewayContext): ExchangeStep =>
  async (x) => {
    const label = hosts.labelOf(x.headers.host);
    const tenant = label === undefined ? null : await trust.tenants.bySlug(label);
    if (!tenant) throw problem('not_found');
    requireActive(tenant);
    x.addressedTenantId = tenant.id;
  };
