import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  processPushedAuthorizationResponse,
  pushedAuthorizationRequest,
} from 'oauth4webapi';
import { callOptions, clientOf, rejecting, serverMetadata } from './upstream.ts';
import type { Upstream, UpstreamClient } from './upstream.ts';

/** A sign-in to begin. */
export interface SignInRequest {
  redirectUri: string;
  scopes: readonly string[];
  /** Unguessable, and bound to the browser by the caller. */
  state: string;
  /** False only for servers that reject `code_challenge`. Default: true. */
  usesPkce?: boolean;
  /** Added to the request; standard parameters always win. */
  parameters?: Readonly<Record<string, string>>;
}

/** The state to keep until the response arrives. */
export interface SignInAttempt {
  redirectUri: string;
  state: string;
  nonce: string;
  /** Absent without PKCE. */
  codeVerifier?: string;
}

/**
 * Begins a sign-in by authorization code (RFC 6749 §4.1) with PKCE S256 and, for `openid`, a nonce. @returns the URL to send the
 * browser to, and the input of {@link redeemSignIn}
 */
export async function beginSignIn(
  upstream: Pick<Upstream, 'authorizationEndpoint'>,
  { clientId }: Pick<UpstreamClient, 'clientId'>,
  { redirectUri, scopes, state, usesPkce = true, parameters = {} }: SignInRequest,
): Promise<{ url: string; attempt: SignInAttempt }> {
  const nonce = generateRandomNonce();
  const codeVerifier = usesPkce ? generateRandomCodeVerifier() : undefined;
  const url = new URL(upstream.authorizationEndpoint);
  const own = {
    ...parameters,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    ...(scopes.includes('openid') && { nonce }),
    ...(codeVerifier && {
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }),
  };
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  return { url: url.href, attempt: { redirectUri, state, nonce, codeVerifier } };
}

/**
 * As {@link beginSignIn}, but the browser carries only a reference to the request, which the upstream has received from the client
 * itself (RFC 9126). @throws UpstreamRejected
 */
export async function pushSignIn(
  upstream: Upstream,
  as: UpstreamClient,
  request: SignInRequest & { fetch: typeof globalThis.fetch },
): Promise<{ url: string; attempt: SignInAttempt }> {
  const { url, attempt } = await beginSignIn(upstream, as, request);
  const server = serverMetadata(upstream);
  const { client, authentication } = clientOf(as);
  const pushed = await rejecting(async () => {
    const parameters = new URL(url).searchParams;
    const options = callOptions(upstream, request.fetch);
    return processPushedAuthorizationResponse(
      server,
      client,
      await pushedAuthorizationRequest(server, client, authentication, parameters, options),
    );
  });
  const reference = new URL(upstream.authorizationEndpoint);
  reference.searchParams.set('client_id', as.clientId);
  reference.searchParams.set('request_uri', pushed.request_uri);
  return { url: reference.href, attempt };
}
