import * as oidc from 'openid-client';
import { formBrowser } from './form-browser.ts';
import type { FormBrowser } from './form-browser.ts';
import { localFetch } from './local-fetch.ts';

/** The person, the application and the purpose of a sign-in. */
export interface BrowserSignIn {
  /** Of the tenant. */
  issuer: string;
  /** A native application that has registered {@link terminalRedirectUri}. */
  clientId: string;
  email: string;
  password: string;
  scope: string;
  /** The API that the tokens are for (RFC 8707). Default: the management API. */
  resource?: string;
  /** Default: trusts only the public authorities. */
  fetch?: typeof globalThis.fetch;
}

/** The result of a sign-in. */
export interface SignedIn {
  accessToken: string;
  /** Granted scope: less than requested if the person may not have it. */
  scope: string;
  /** For callers that do not use `refresh`. Requires the scope `offline_access`. */
  refreshToken: string | undefined;
  /** Returns another access token. Requires the scope `offline_access`. */
  refresh(): Promise<SignedIn>;
  /** Signs out in the same browser, which ends its session. */
  signOut(): Promise<void>;
}

/** Redirect URI of a program on this machine (RFC 8252 §7.3); any port is allowed. */
export const terminalRedirectUri = 'http://127.0.0.1/callback';

/** The registration of a native application whose users sign in from a terminal. */
export const terminalApplication = {
  type: 'native',
  redirectUris: [terminalRedirectUri],
} as const;

const signedIn = (
  config: oidc.Configuration,
  browser: FormBrowser,
  {
    access_token: accessToken,
    refresh_token: refreshToken,
    id_token: idToken = '',
    scope = '',
  }: oidc.TokenEndpointResponse,
): SignedIn => ({
  accessToken,
  scope,
  refreshToken,
  async refresh() {
    if (refreshToken === undefined) throw new Error('request offline_access to get refresh tokens');
    return signedIn(config, browser, await oidc.refreshTokenGrant(config, refreshToken));
  },
  async signOut() {
    await browser.signOut(oidc.buildEndSessionUrl(config, { id_token_hint: idToken }));
  },
});

/** Reports the page's message if a sign-in did not complete. */
function requireCallback(end: URL): URL {
  if (end.href.startsWith(terminalRedirectUri)) return end;
  throw new Error(`the sign-in stopped at ${end.href}`);
}

/** Signs a person in on the pages of their tenant, like a browser without scripts, and redeems the code (PKCE). */
export async function signInAsBrowser(request: BrowserSignIn): Promise<SignedIn> {
  const { issuer, clientId, scope, resource, fetch = localFetch, ...person } = request;
  const config = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    execute: issuer.startsWith('https:') ? [] : [oidc.allowInsecureRequests],
    [oidc.customFetch]: fetch as never,
  });
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: terminalRedirectUri,
    scope,
    ...(resource !== undefined && { resource }),
    state: expectedState,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const browser = formBrowser(fetch);
  const end = requireCallback(await browser.signIn(url, person));
  const checks = { pkceCodeVerifier, expectedState };
  return signedIn(config, browser, await oidc.authorizationCodeGrant(config, end, checks));
}
