import { apiOnIssuerHost } from '@platform/contracts';

const byDefault = 'urn:platform:product-api';

const withVersion = (base: string): string[] => [base, `${base}/api/v1`];

/** What clients of OpenFGA call their audience. */
const openfgaAt = (base: string): string => `${base}/openfga`;

/**
 * What names the management API in the requests of an issuer (RFC 8707), the default first: besides that the URLs configured,
 * else those under which the API describes itself (RFC 9728), so that a client can go by what it read there. On the host of a
 * tenant it describes itself by that host.
 */
export function apiResources(
  configured: ReadonlySet<string>,
  publicBaseUrl: string,
): (issuer: string) => ReadonlySet<string> {
  const onHostOf = apiOnIssuerHost(publicBaseUrl);
  const base = publicBaseUrl.replace(/\/+$/, '');
  const everywhere = [
    byDefault,
    ...(configured.size > 0 ? configured : withVersion(base)),
    openfgaAt(base),
  ];
  return (issuer) => {
    const own = onHostOf(issuer);
    return new Set([...everywhere, ...withVersion(own), openfgaAt(own)]);
  };
}
