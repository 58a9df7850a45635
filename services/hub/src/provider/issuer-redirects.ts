import type { AdapterPayload } from 'oidc-provider';

/** Platform clients are the same at every issuer, so they register redirect URIs as paths; everything else is compared unchanged. */
export function onIssuer(
  client: AdapterPayload | undefined,
  issuer: string,
): AdapterPayload | undefined {
  if (!client?.redirect_uris?.some((uri) => uri.startsWith('/'))) return client;
  return {
    ...client,
    redirect_uris: client.redirect_uris.map((uri) => (uri.startsWith('/') ? issuer + uri : uri)),
  };
}
