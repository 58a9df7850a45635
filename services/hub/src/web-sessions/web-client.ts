import { webClientId } from '@platform/contracts';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { SecretBox } from '@platform/kit/secrets';
import { pushSignIn, redeemSignIn, refreshSignIn } from '@platform/relying-party';
import type { RefreshedTokens, SignInAttempt, Upstream } from '@platform/relying-party';
import type { IssuerFetchOf, OwnCaller } from '../authorization-server/issuer-fetch.ts';
import { callbackPath } from './web-app-rules.ts';

/** What a sign-in asks the issuer for. */
export interface WebSignIn {
  scopes: readonly string[];
  state: string;
  acr: string | undefined;
  maxAgeSeconds: number | undefined;
}

/**
 * The secret of the web applications' client where none is configured. All pods derive the same; it changes with the active
 * encryption key.
 */
export const derivedWebClientSecret = (secrets: Pick<SecretBox, 'deriveKey'>): string =>
  secrets.deriveKey('hub web client').toString('base64url');

const upstreamOf = ({ issuer }: Pick<DirectoryTenant, 'issuer'>): Upstream => ({
  issuer,
  authorizationEndpoint: `${issuer}/oauth2/authorize`,
  pushedAuthorizationEndpoint: `${issuer}/oauth2/par`,
  tokenEndpoint: `${issuer}/oauth2/token`,
  jwksUri: `${issuer}/oauth2/jwks`,
  sendsIssuer: true,
  allowsPlainHttp: true,
});

const parametersOf = ({ acr, maxAgeSeconds }: WebSignIn): Record<string, string> => ({
  ...(acr !== undefined && { acr_values: acr }),
  ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
});

/** The hub as an ordinary confidential client of its own issuers. Each function throws `UpstreamRejected`. */
export function webClient({ secret, fetchOf }: { secret: string; fetchOf: IssuerFetchOf }) {
  const self = { clientId: webClientId, auth: { method: 'client_secret_basic', secret } } as const;
  return {
    /** Begins a sign-in (RFC 9126, with PKCE and a nonce). */
    push: (
      caller: OwnCaller,
      wanted: WebSignIn,
    ): Promise<{ url: string; attempt: SignInAttempt }> =>
      pushSignIn(upstreamOf(caller.tenant), self, {
        redirectUri: caller.tenant.issuer + callbackPath,
        scopes: wanted.scopes,
        state: wanted.state,
        parameters: parametersOf(wanted),
        fetch: fetchOf(caller),
      }),
    /** Redeems the response with which the browser comes back. */
    redeem: (
      caller: OwnCaller,
      parameters: URLSearchParams,
      attempt: SignInAttempt,
    ): Promise<RefreshedTokens> =>
      redeemSignIn(upstreamOf(caller.tenant), self, {
        parameters,
        attempt,
        expectsIdToken: true,
        fetch: fetchOf(caller),
      }),
    refresh: (caller: OwnCaller, refreshToken: string): Promise<RefreshedTokens> =>
      refreshSignIn(upstreamOf(caller.tenant), self, { refreshToken, fetch: fetchOf(caller) }),
  };
}

/** See {@link webClient}. */
export type WebClient = ReturnType<typeof webClient>;
