/**
 * Base URL of the API on the host of an issuer: receivers of security events stay on the host whose metadata they read. The
 * scheme and port are those of the API's public address, as the issuer itself may be served by another process.
 */
export function apiOnIssuerHost(publicBaseUrl: string): (issuer: string) => string {
  const { protocol, port } = new URL(publicBaseUrl);
  return (issuer) => {
    const { hostname } = new URL(issuer);
    return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`;
  };
}
