import { apiOnIssuerHost } from '@platform/contracts';

const byDefault = 'urn:platform:product-api';

const withVersion = (base: string): string[] => [base, `${base}/api/v1`];

/**
 * Returns the resource indicators of the management API at an issuer (RFC 8707), the default first. The others are the configured URLs, or
 * else those in the API's own metadata (RFC 9728), so that clients can use what they read there. On the host of a tenant, that
 * metadata has the tenant's host.
 */
export function apiResources(
  configured: ReadonlySet<string>,
  publicBaseUrl: string,
): (issuer: string) => ReadonlySet<string> {
  const onHostOf = apiOnIssuerHost(publicBaseUrl);
  const base = publicBaseUrl.replace(/\/+$/, '');
  const everywhere = [byDefault, ...(configured.size > 0 ? configured : withVersion(base))];
  return (issuer) => new Set([...everywhere, ...withVersion(onHostOf(issuer))]);
}
