const byDefault = 'urn:platform:product-api';

/**
 * What names the management API in a request (RFC 8707), the default first: besides that the URLs configured, else those
 * under which the API describes itself (RFC 9728), so that a client can go by what it read there.
 */
export function apiResources(
  configured: ReadonlySet<string>,
  publicBaseUrl: string,
): ReadonlySet<string> {
  const base = publicBaseUrl.replace(/\/+$/, '');
  return new Set([byDefault, ...(configured.size > 0 ? configured : [base, `${base}/api/v1`])]);
}
