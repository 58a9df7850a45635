import { defaultTenantId } from '@platform/contracts';
import { issuerReader, tenantIssuers, tenantLabel } from '@platform/kit/auth';
import type { DirectoryTenant, TenantLookup } from '@platform/kit/auth';

export interface TenantHostOptions {
  platformIssuer: string;
  platformDomain: string;
  /** Hosts of the default tenant, besides loopback hosts and the host of the platform issuer. */
  defaultHosts: Iterable<string>;
  tenants: Pick<TenantLookup, 'known' | 'bySlug' | 'byId'>;
}

/** Returns a host name in lower case, without port and trailing dot; undefined if it is not valid. */
function hostName(host: string | undefined): string | undefined {
  const [, name] = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+?)\.?(?::\d{1,5})?$/.exec(host ?? '') ?? [];
  return name?.toLowerCase();
}

/** Finds the tenant of a `Host` header; null if there is none. */
export function tenantHost({
  platformIssuer,
  platformDomain,
  defaultHosts,
  tenants,
}: TenantHostOptions) {
  const own = new Set([
    'localhost',
    '127.0.0.1',
    '[::1]',
    ...[...defaultHosts].map((h) => h.toLowerCase()),
    new URL(platformIssuer).hostname,
  ]);
  const issuerOf = tenantIssuers({ platformIssuer, platformDomain });
  const readIssuer = issuerReader({ platformIssuer, platformDomain, trustTestIssuers: true });

  return async function tenantOf(host: string | undefined): Promise<DirectoryTenant | null> {
    const name = hostName(host);
    if (name === undefined) return null;
    if (own.has(name)) return tenants.byId(defaultTenantId);
    if (!name.endsWith(platformDomain)) return null;
    const label = name.slice(0, -platformDomain.length);
    if (readIssuer(issuerOf(label))?.kind !== 'tenant') return null;
    const tenant = tenants.known(label) ?? (await tenants.bySlug(label));
    // The default tenant uses the platform's issuer, not a label. Deleted tenants have no hosts.
    return tenant &&
      !tenant.isDefault &&
      tenant.state !== 'deleted' &&
      tenantLabel(tenant) === label
      ? tenant
      : null;
  };
}
