import type { CryptoKey } from 'jose';
import {
  AuthorizationResponseError,
  ClientSecretBasic,
  ClientSecretPost,
  None,
  OperationProcessingError,
  PrivateKeyJwt,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  allowInsecureRequests,
  customFetch,
} from 'oauth4webapi';
import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';

/** An authorization server at which people of a tenant sign in. */
export interface Upstream {
  /**
   * Identifier in its ID tokens and RFC 9207 responses. `{tenantid}` is replaced by the claim `tid` of the ID token (Microsoft).
   * Absent if only endpoints are configured: the issuer is then the one in the verified ID token.
   */
  issuer?: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** Required if the upstream issues ID tokens. */
  jwksUri?: string;
  userinfoEndpoint?: string;
  /** Takes authorization requests before the browser is sent there (RFC 9126). */
  pushedAuthorizationEndpoint?: string;
  /** Its endpoints may be http: for a server that is not called over a network. */
  allowsPlainHttp?: boolean;
  /** It sends `iss` with every authorization response (RFC 9207 §3), so a response without one is rejected. */
  sendsIssuer?: boolean;
}

/** How the platform authenticates at the token endpoint. */
export type UpstreamAuth =
  | { method: 'client_secret_basic' | 'client_secret_post'; secret: string }
  | { method: 'private_key_jwt'; key: CryptoKey; keyId?: string }
  | { method: 'none' };

/** The platform as a client of an upstream. */
export interface UpstreamClient {
  clientId: string;
  auth: UpstreamAuth;
}

/** Why a sign-in at an upstream did not succeed. */
export type UpstreamFailure =
  /** The person canceled, or the upstream denied access. */
  | 'access_denied'
  /** `state`, `iss`, `nonce`, signature or another claim is not what this sign-in expects. */
  | 'response_invalid'
  /** The upstream does not accept the client's credentials. */
  | 'client_rejected'
  /** The upstream did not respond, or not like a standard server. */
  | 'upstream_error';

/** A sign-in that the upstream denied, or whose response must not be trusted. */
export class UpstreamRejected extends Error {
  readonly reason: UpstreamFailure;

  constructor(reason: UpstreamFailure, options?: ErrorOptions) {
    super(`The upstream sign-in failed: ${reason}`, options);
    this.name = 'UpstreamRejected';
    this.reason = reason;
  }
}

/** The upstream in the format of RFC 8414. */
export const serverMetadata = (upstream: Upstream): AuthorizationServer => ({
  // The library requires a name; without a known issuer it is not compared with anything.
  issuer: upstream.issuer ?? upstream.tokenEndpoint,
  authorization_endpoint: upstream.authorizationEndpoint,
  token_endpoint: upstream.tokenEndpoint,
  jwks_uri: upstream.jwksUri,
  userinfo_endpoint: upstream.userinfoEndpoint,
  pushed_authorization_request_endpoint: upstream.pushedAuthorizationEndpoint,
  authorization_response_iss_parameter_supported: upstream.sendsIssuer,
});

/** The library's options of a call. */
export const callOptions = (
  { allowsPlainHttp = false }: Pick<Upstream, 'allowsPlainHttp'>,
  fetch: typeof globalThis.fetch,
) => ({ [customFetch]: fetch, [allowInsecureRequests]: allowsPlainHttp });

/** The library's representation of this client. */
export function clientOf({ clientId, auth }: UpstreamClient): {
  client: Client;
  authentication: ClientAuth;
} {
  const client = { client_id: clientId };
  switch (auth.method) {
    case 'client_secret_basic':
      return { client, authentication: ClientSecretBasic(auth.secret) };
    case 'client_secret_post':
      return { client, authentication: ClientSecretPost(auth.secret) };
    case 'private_key_jwt':
      return { client, authentication: PrivateKeyJwt({ key: auth.key, kid: auth.keyId }) };
    case 'none':
      return { client, authentication: None() };
  }
}

const clientErrors: readonly string[] = ['invalid_client', 'unauthorized_client'];

function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof AuthorizationResponseError) return 'access_denied';
  if (error instanceof WWWAuthenticateChallengeError) return 'client_rejected';
  if (error instanceof ResponseBodyError)
    return clientErrors.includes(error.error) ? 'client_rejected' : 'response_invalid';
  return error instanceof OperationProcessingError ? 'response_invalid' : 'upstream_error';
}

/** Runs a call of the library, and throws {@link UpstreamRejected} if it fails. */
export async function rejecting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new UpstreamRejected(failureOf(error), { cause: error });
  }
}

const endedGrants: readonly string[] = ['invalid_grant', 'access_denied'];

/** Whether the upstream itself refused a grant, so that only another sign-in helps. */
export const isGrantRefused = ({ cause }: UpstreamRejected): boolean =>
  cause instanceof ResponseBodyError && cause.status < 500 && endedGrants.includes(cause.error);
