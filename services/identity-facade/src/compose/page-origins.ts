import type { Tx } from '@platform/kit/database';
import type { Platform } from '@platform/kit/service';

/** Where pages of a tenant are served: on the host of its issuer, and on its login domains. */
export const pageOrigins =
  ({ trust }: Pick<Platform, 'trust'>, loginDomains: (tx: Tx) => Promise<string[]>) =>
  async (tx: Tx): Promise<string[]> => {
    const tenant = await trust.tenants.byId(tx.context.tenantId);
    const domains = await loginDomains(tx);
    const own = tenant ? [new URL(tenant.issuer).origin] : [];
    return [...own, ...domains.map((domain) => `https://${domain}`)];
  };
