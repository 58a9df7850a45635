import { asyncCache } from '@platform/kit/cache';
import type { DirectoryTenant, TenantLookup } from '@platform/kit/auth';
import type { Bus } from '@platform/kit/bus';
import { asProblem } from '@platform/kit/problem';
import type { LoginSiblings } from './login-siblings.ts';

/** The tenant whose pages a host serves. */
export interface PageHost {
  tenant: DirectoryTenant;
  /** Relying party id of passkeys on a login domain. Null on the tenant's own host. */
  passkeyRpId: string | null;
}

export type PageHostOf = (host: string | undefined) => Promise<PageHost | null>;

export interface PageHostsOptions {
  /** Finds the tenant of a host of the platform itself. */
  tenantOf: (host: string | undefined) => Promise<DirectoryTenant | null>;
  siblings: Pick<LoginSiblings, 'experience' | 'deadlineMs'>;
  tenants: Pick<TenantLookup, 'byId'>;
  bus: Pick<Bus, 'follow'>;
}

const lifeMs = 60_000;
const everyDomain = 'every domain';

const nameOf = (host: string): string => host.toLowerCase().replace(/\.?(:\d{1,5})?$/, '');

/** Finds the tenant whose pages a host serves: its own host, or one of its login domains. */
export function pageHosts({ tenantOf, siblings, tenants, bus }: PageHostsOptions): PageHostOf {
  const { experience, deadlineMs } = siblings;
  const domains = asyncCache({
    keyOf: (host: string) => host,
    tagsOf: () => [everyDomain],
    ttlMs: lifeMs,
    async fetch(host: string) {
      try {
        return await experience().ResolveHost({ host }, { deadlineMs, repeatable: true });
      } catch (error) {
        if (asProblem(error).status === 404) return null;
        throw error;
      }
    },
  });
  bus.follow(['login_experience.*'], async () => domains.invalidate(everyDomain));

  return async function pageHostOf(host) {
    const own = await tenantOf(host);
    if (own) return { tenant: own, passkeyRpId: null };
    if (host === undefined || !host.includes('.')) return null;
    const found = await domains.get(nameOf(host));
    const tenant = found && (await tenants.byId(found.tenantId));
    return tenant ? { tenant, passkeyRpId: found.passkeyRpId } : null;
  };
}
