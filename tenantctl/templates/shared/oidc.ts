import type { IronSession, SessionOptions } from 'iron-session';
import * as oidc from 'openid-client';

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', SESSION_SECRET = '' } = process.env;

/** Where browsers find this application. */
export const appUrl = process.env['APP_URL'] ?? 'http://localhost:3000';

export interface User {
  id: string;
  name: string;
  email: string | undefined;
  /** For calls on behalf of the user. */
  accessToken: string;
}

export interface SessionData {
  /** What the callback of a sign-in has to match. */
  pending?: { state: string; nonce: string; codeVerifier: string };
  signedIn?: { user: User; idToken: string; expiresAt: number };
}

/** The session is in an encrypted cookie. */
export const sessionOptions: SessionOptions = {
  cookieName: 'session',
  password: SESSION_SECRET,
  cookieOptions: { secure: appUrl.startsWith('https:') },
};

let configuration: Promise<oidc.Configuration> | undefined;

/** This application at its issuer, whose metadata are read once. */
function client(): Promise<oidc.Configuration> {
  const authentication = oidc.ClientSecretBasic(CLIENT_SECRET);
  configuration ??= oidc
    .discovery(new URL(ISSUER), CLIENT_ID, undefined, authentication, {
      // Plain HTTP is for a platform on this machine.
      execute: ISSUER.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      configuration = undefined;
      throw error;
    });
  return configuration;
}

/** Starts a sign-in. Returns the address to send the browser to. */
export async function startSignIn(session: IronSession<SessionData>): Promise<string> {
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const codeVerifier = oidc.randomPKCECodeVerifier();
  session.pending = { state, nonce, codeVerifier };
  await session.save();
  const url = oidc.buildAuthorizationUrl(await client(), {
    redirect_uri: `${appUrl}/callback`,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  return url.href;
}

/** Redeems the code with which the browser comes back. `url` is that of the request. */
export async function finishSignIn(session: IronSession<SessionData>, url: string): Promise<void> {
  if (!session.pending) return;
  const { state, nonce, codeVerifier } = session.pending;
  const configuration = await client();
  const { search } = new URL(url, appUrl);
  const tokens = await oidc.authorizationCodeGrant(
    configuration,
    new URL(`${appUrl}/callback${search}`),
    { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
  );
  const { sub: id = '' } = tokens.claims() ?? {};
  const { name, email } = await oidc.fetchUserInfo(configuration, tokens.access_token, id);
  delete session.pending;
  session.signedIn = {
    user: { id, name: name ?? email ?? id, email, accessToken: tokens.access_token },
    idToken: tokens.id_token ?? '',
    expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
  };
  await session.save();
}

/** Ends the session here. Returns the address where the browser ends it at the tenant. */
export async function endSession(session: IronSession<SessionData>): Promise<string> {
  const { idToken = '' } = session.signedIn ?? {};
  session.destroy();
  const url = oidc.buildEndSessionUrl(await client(), {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${appUrl}/`,
  });
  return url.href;
}

/** The user of a session, while their access token lasts. */
export function userOf(session: IronSession<SessionData>): User | undefined {
  const { signedIn } = session;
  return signedIn && Date.now() < signedIn.expiresAt ? signedIn.user : undefined;
}
