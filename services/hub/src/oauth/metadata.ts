import { allScopes } from '@platform/contracts';
import { offeredGrants } from './client-source.ts';

/** How clients prove who they are. */
export const authMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;

/** With which algorithms they sign assertions. */
export const assertionAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;

/** What an issuer says of itself (RFC 8414 §2): nothing that is not served. */
export const issuerMetadata = (issuer: string): Record<string, unknown> => ({
  issuer,
  token_endpoint: `${issuer}/oauth2/token`,
  jwks_uri: `${issuer}/oauth2/jwks`,
  introspection_endpoint: `${issuer}/oauth2/introspect`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  scopes_supported: allScopes,
  response_types_supported: [],
  grant_types_supported: offeredGrants,
  ...Object.fromEntries(
    ['token', 'introspection', 'revocation'].flatMap((endpoint) => [
      [`${endpoint}_endpoint_auth_methods_supported`, authMethods],
      [`${endpoint}_endpoint_auth_signing_alg_values_supported`, assertionAlgorithms],
    ]),
  ),
});
