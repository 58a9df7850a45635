import { allScopes, selfScopes } from '@platform/contracts';
import { offeredGrants } from '../oauth-clients/client-source.ts';
import { claimsOfScopes } from '../userinfo/standard-claims.ts';

/** The authentication methods of confidential clients. */
export const authMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;

/** The algorithms of client assertions. */
export const assertionAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA'] as const;

/** The algorithms of ID tokens and logout tokens. */
export const idTokenAlgorithms = ['RS256', 'ES256'] as const;

const standardScopes = ['openid', 'offline_access', ...Object.keys(claimsOfScopes)];
const ownClaims = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'amr', 'sid'];

/** The metadata that differs between tenants and installations. */
export interface MetadataParts {
  issuer: string;
  /** The claims that the tenant has defined. */
  customClaims: readonly string[];
  /** The languages of the pages. */
  locales: readonly string[];
  /** APIs of the tenant with public metadata (RFC 9728 §4). */
  protectedResources: readonly string[];
}

/** Builds the metadata of an issuer (RFC 8414 §2, OpenID Connect Discovery §3). It lists only what the issuer supports. */
export const issuerMetadata = ({
  issuer,
  customClaims,
  locales,
  protectedResources,
}: MetadataParts): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  pushed_authorization_request_endpoint: `${issuer}/oauth2/par`,
  token_endpoint: `${issuer}/oauth2/token`,
  userinfo_endpoint: `${issuer}/oauth2/userinfo`,
  end_session_endpoint: `${issuer}/oauth2/logout`,
  device_authorization_endpoint: `${issuer}/oauth2/device_authorization`,
  jwks_uri: `${issuer}/oauth2/jwks`,
  introspection_endpoint: `${issuer}/oauth2/introspect`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  scopes_supported: [...standardScopes, ...allScopes, ...selfScopes],
  response_types_supported: ['code'],
  response_modes_supported: ['query', 'form_post'],
  grant_types_supported: offeredGrants,
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: idTokenAlgorithms,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  claims_parameter_supported: true,
  claims_supported: [
    ...new Set([...ownClaims, ...Object.values(claimsOfScopes).flat(), ...customClaims]),
  ],
  claim_types_supported: ['normal'],
  ui_locales_supported: locales,
  acr_values_supported: ['aal1', 'aal2', 'aal3', 'phr', 'phrh'],
  prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  ...(protectedResources.length > 0 && { protected_resources: protectedResources }),
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  require_pushed_authorization_requests: false,
  backchannel_logout_supported: true,
  backchannel_logout_session_supported: true,
  token_endpoint_auth_methods_supported: [...authMethods, 'none'],
  token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  introspection_endpoint_auth_methods_supported: authMethods,
  introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
  // RFC 7009 §2.1: a public client revokes its own tokens with its client id alone.
  revocation_endpoint_auth_methods_supported: [...authMethods, 'none'],
  revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
});
