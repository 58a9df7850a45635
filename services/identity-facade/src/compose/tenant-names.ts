import type { Platform } from '@platform/kit/service';

/** The name of a tenant, as the hub knows it; the id where the hub does not know the tenant any more. */
export const tenantNames =
  ({ trust }: Pick<Platform, 'trust'>) =>
  async (tenantId: string): Promise<string> =>
    (await trust.tenants.byId(tenantId))?.name ?? tenantId;
