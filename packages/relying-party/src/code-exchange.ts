import { decodeJwt } from 'jose';
import {
  authorizationCodeGrantRequest,
  getValidatedIdTokenClaims,
  nopkce,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processUserInfoResponse,
  refreshTokenGrantRequest,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi';
import type { TokenEndpointResponse } from 'oauth4webapi';
import type { SignInAttempt } from './authorization-url.ts';
import { callOptions, clientOf, rejecting, serverMetadata } from './upstream.ts';
import type { Upstream, UpstreamClient } from './upstream.ts';

/** The authorization response, and how to call the upstream. */
export interface SignInCallback {
  /** The parameters that the browser delivered: `code`, `state`, `iss`, or `error`. */
  parameters: URLSearchParams;
  attempt: SignInAttempt;
  /** Whether the upstream issues ID tokens (OpenID Connect). */
  expectsIdToken: boolean;
  fetch: typeof globalThis.fetch;
}

/** The tokens of a sign-in. */
export interface RefreshedTokens {
  accessToken: string;
  /** Absent if the upstream issued none. */
  refreshToken?: string | undefined;
}

/** A sign-in that the upstream confirmed. */
export interface RedeemedSignIn extends RefreshedTokens {
  /** Claims of the verified ID token; undefined without one. */
  idTokenClaims: Record<string, unknown> | undefined;
}

const template = '{tenantid}';
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The expected issuer of the ID token. Microsoft's multi-tenant endpoints have a template as their issuer, which the claim `tid`
 * completes; the token's `iss` and signature are then verified as usual.
 */
async function issuerOf({ issuer, tokenEndpoint }: Upstream, response: Response): Promise<string> {
  if (issuer !== undefined && !issuer.includes(template)) return issuer;
  const { id_token: token } = (await response.json().catch(() => ({}))) as { id_token?: string };
  const { tid, iss } = token === undefined ? {} : decodeJwt<{ tid?: unknown }>(token);
  if (issuer === undefined) return iss ?? tokenEndpoint;
  return typeof tid === 'string' && tenantId.test(tid) ? issuer.replace(template, tid) : issuer;
}

/** Without a known issuer, `iss` of the response is not checked; the redirect URI belongs to this connection alone. */
function responseOf({ issuer }: Upstream, parameters: URLSearchParams): URLSearchParams {
  const response = new URLSearchParams(parameters);
  if (issuer === undefined) response.delete('iss');
  return response;
}

const tokensIn = (response: TokenEndpointResponse): RefreshedTokens => ({
  accessToken: response.access_token,
  refreshToken: response.refresh_token,
});

/**
 * Redeems a refresh token (RFC 6749 §6). @throws UpstreamRejected, of which `isGrantRefused` tells whether the sign-in has ended
 */
export function refreshSignIn(
  upstream: Upstream,
  as: UpstreamClient,
  { refreshToken, fetch }: { refreshToken: string; fetch: typeof globalThis.fetch },
): Promise<RefreshedTokens> {
  const server = serverMetadata(upstream);
  const { client, authentication } = clientOf(as);
  const options = callOptions(upstream, fetch);
  return rejecting(async () =>
    tokensIn(
      await processRefreshTokenResponse(
        server,
        client,
        await refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
      ),
    ),
  );
}

/**
 * Redeems an authorization response: checks `state` and `iss` (RFC 9207), exchanges the code, and verifies signature, issuer,
 * audience, times and nonce of the ID token. @throws UpstreamRejected with the reason; nothing of such a response may be used
 */
export function redeemSignIn(
  upstream: Upstream,
  as: UpstreamClient,
  { parameters, attempt, expectsIdToken, fetch }: SignInCallback,
): Promise<RedeemedSignIn> {
  const server = serverMetadata(upstream);
  const { client, authentication } = clientOf(as);
  const options = callOptions(upstream, fetch);
  return rejecting(async () => {
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      validateAuthResponse(server, client, responseOf(upstream, parameters), attempt.state),
      attempt.redirectUri,
      attempt.codeVerifier ?? nopkce,
      options,
    );
    if (!expectsIdToken) {
      const tokens = await processAuthorizationCodeResponse(server, client, response);
      return { ...tokensIn(tokens), idTokenClaims: undefined };
    }
    const named = { ...server, issuer: await issuerOf(upstream, response.clone()) };
    const tokens = await processAuthorizationCodeResponse(named, client, response, {
      expectedNonce: attempt.nonce,
      requireIdToken: true,
    });
    await validateApplicationLevelSignature(named, response, options);
    return {
      ...tokensIn(tokens),
      idTokenClaims: getValidatedIdTokenClaims(tokens) as Record<string, unknown> | undefined,
    };
  });
}

/**
 * Reads the UserInfo endpoint (OpenID Connect Core §5.3).
 * @param subject `sub` of the ID token, which the response must name too
 * @throws UpstreamRejected
 */
export function readUserinfo(
  upstream: Upstream,
  as: UpstreamClient,
  {
    accessToken,
    subject,
    fetch,
  }: { accessToken: string; subject: string; fetch: typeof globalThis.fetch },
): Promise<Record<string, unknown>> {
  const server = serverMetadata(upstream);
  const { client } = clientOf(as);
  return rejecting(async () => {
    const response = await userInfoRequest(
      server,
      client,
      accessToken,
      callOptions(upstream, fetch),
    );
    return { ...(await processUserInfoResponse(server, client, subject, response)) };
  });
}
