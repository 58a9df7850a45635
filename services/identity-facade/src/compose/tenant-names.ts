import type { Platform } from '@platform/kit/service';

/** The name of a tenant, or its id if the hub does not know the tenant. */
export const tenantNames =
  ({ trust }: Pick<Platform, 'trust'>) =>
  async (tenantId: string): Promise<string> =>
    (await trust.tenants.byId(tenantId))?.name ?? tenantId;
