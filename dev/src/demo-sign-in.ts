import { randomUUID } from 'node:crypto';
import * as oidc from 'openid-client';
import { applicationPath } from './demo-people.ts';
import { demoConfiguration, cookieName, demoSession } from './demo-session.ts';
import type { DemoApplication } from './demo-session.ts';
import { redirectTo } from './web-server.ts';
import type { WebRequest } from './web-server.ts';

const scope = 'openid profile email offline_access';
/** Parameters that a person may add to the authorization request. */
const passedOn: ReadonlySet<string> = new Set([
  'acr_values',
  'prompt',
  'login_hint',
  'link_intent',
]);

/** Sends the browser to the issuer. */
export async function startDemoSignIn(
  application: DemoApplication,
  { res, url }: WebRequest,
  slug: string,
): Promise<void> {
  const { base, sessions } = application;
  const configuration = await demoConfiguration(application, slug);
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expected = { state: oidc.randomState(), nonce: oidc.randomNonce(), pkceCodeVerifier };
  const id = randomUUID();
  sessions.set(id, { slug, expected });
  const to = oidc.buildAuthorizationUrl(configuration, {
    ...Object.fromEntries([...url.searchParams].filter(([key]) => passedOn.has(key))),
    scope,
    redirect_uri: `${applicationPath(base, slug)}/callback`,
    state: expected.state,
    nonce: expected.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  res.setHeader('set-cookie', `${cookieName}=${id}; HttpOnly; SameSite=Lax; Path=/`);
  redirectTo(res, to.href);
}

/** Handles the redirect from the issuer: exchanges the code for tokens. */
export async function callBack(
  application: DemoApplication,
  request: WebRequest,
  slug: string,
): Promise<void> {
  const { res, url } = request;
  const [, session] = demoSession(application, request, slug) ?? [];
  const error = url.searchParams.get('error_description') ?? url.searchParams.get('error');
  if (error !== null || !session?.expected)
    return redirectTo(res, `/${slug}?error=${encodeURIComponent(error ?? 'Start again.')}`);
  const { state, nonce, pkceCodeVerifier } = session.expected;
  session.tokens = await oidc.authorizationCodeGrant(
    await demoConfiguration(application, slug),
    new URL(url.search, `${applicationPath(application.base, slug)}/callback`),
    { expectedState: state, expectedNonce: nonce, pkceCodeVerifier },
  );
  delete session.expected;
  redirectTo(res, `/${slug}`);
}

/** Exchanges the refresh token for new tokens. */
export async function refresh(
  application: DemoApplication,
  request: WebRequest,
  slug: string,
): Promise<void> {
  const [, session] = demoSession(application, request, slug) ?? [];
  const old = session?.tokens;
  if (session && old?.refresh_token) {
    const configuration = await demoConfiguration(application, slug);
    const fresh = await oidc.refreshTokenGrant(configuration, old.refresh_token);
    session.tokens = fresh;
    session.refreshedAt = new Date().toLocaleTimeString('en', { hour12: false });
  }
  redirectTo(request.res, `/${slug}`);
}

/** Deletes the session, and signs out at the issuer as well. */
export async function signOut(
  application: DemoApplication,
  request: WebRequest,
  slug: string,
): Promise<void> {
  const [id, session] = demoSession(application, request, slug) ?? [];
  if (!id || !session?.tokens) return redirectTo(request.res, `/${slug}`);
  application.sessions.delete(id);
  const to = oidc.buildEndSessionUrl(await demoConfiguration(application, slug), {
    id_token_hint: session.tokens.id_token ?? '',
    post_logout_redirect_uri: applicationPath(application.base, slug),
  });
  redirectTo(request.res, to.href);
}
