import type { PropertyName } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { EgressOptions } from '@platform/kit/egress';
import * as oidc from 'openid-client';
import type { LoginRequest, LoginRequests } from '../src/login/requests/login-requests.ts';
import { browser } from './browser.ts';
import type { CookieBrowser } from './browser.ts';
import { sendRaw } from '@platform/testkit/http';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';
import { byDefault, standInPages } from './stand-in-pages.ts';
import type { StandIn, StandInState } from './stand-in-pages.ts';
import { insertTestApplication, loginScopes, redirectUri } from './test-applications.ts';
import type { ApplicationTraits, TestApplication } from './test-applications.ts';

export { loginScopes, redirectUri } from './test-applications.ts';
export type { TestApplication } from './test-applications.ts';
export type { StandIn } from './stand-in-pages.ts';

/** A hub whose sign-ins are controlled by the test. */
export interface SignInHub extends HubUnderTest {
  /** Set by a test. By default, `user` signs in with a password and consents to everything. */
  standIn: StandIn;
  /** The requests that the stand-in has received. */
  seen: LoginRequest[];
  requests: LoginRequests;
  user: string;
  browser(): CookieBrowser;
  application(
    tenant: MadeTenant,
    settings?: Record<string, unknown>,
    more?: ApplicationTraits,
  ): Promise<TestApplication>;
  client(application: TestApplication, auth?: oidc.ClientAuth): Promise<oidc.Configuration>;
  setUser(tenant: MadeTenant, user?: object, id?: string): string;
  fetch: typeof fetch;
}

/** Routes every request to the hub's port, because `fetch` does not resolve `*.localhost`. */
const routedFetch =
  (port: () => number): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const body = await request.text();
    const answer = await sendRaw(port(), url.pathname + url.search, {
      host: url.host,
      method: request.method,
      form: body === '' ? undefined : Object.fromEntries(new URLSearchParams(body)),
      headers: Object.fromEntries(request.headers),
    });
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    const isEmpty = answer.text === '' || answer.status === 204;
    return new Response(isEmpty ? null : answer.text, { status: answer.status, headers });
  };

const defaultProfile = {
  displayName: 'Ada Lovelace',
  email: 'ada@example.com',
  emailVerified: true,
  updatedAt: '2026-01-02T03:04:05.000Z',
};

/** Creates the `openid-client` configuration of an application. */
const discovered = (
  { clientId, secret, tenant }: TestApplication,
  auth: oidc.ClientAuth | undefined,
  hubFetch: typeof fetch,
): Promise<oidc.Configuration> =>
  oidc.discovery(
    new URL(tenant.issuer),
    clientId,
    undefined,
    auth ?? (secret ? oidc.ClientSecretBasic(secret) : oidc.None()),
    { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: hubFetch as never },
  );

export async function signInHub(
  properties: Partial<Record<PropertyName, string>> = {},
  egress?: Pick<EgressOptions, 'resolver' | 'connect' | 'extraCa' | 'allowedHosts'>,
  channels: readonly string[] = [],
  /** Uses the hub's own login pages instead of `standIn`. */
  { ownPages = false } = {},
): Promise<SignInHub> {
  const state: StandInState = {
    standIn: byDefault,
    seen: [],
    user: newId('user'),
    requests: undefined,
  };
  const loginPages = ownPages ? undefined : standInPages(state);
  const hub = await hubUnderTest(properties, { loginPages, egress, channels });
  const port = (): number => hub.pod.httpPort;
  const hubFetch = routedFetch(port);
  const own = {
    fetch: hubFetch,
    get requests() {
      return state.requests as LoginRequests;
    },
    browser: () => browser(port),
    setUser(tenant: MadeTenant, user: object = {}, id = state.user) {
      const userJson = JSON.stringify({ id, ...defaultProfile });
      hub.around.directory.setUser(tenant.id, id, { userJson, ...user });
      return id;
    },
    application: (
      tenant: MadeTenant,
      settings: Record<string, unknown> = {},
      more: ApplicationTraits = {},
    ) => insertTestApplication(hub.pod.platform.db, tenant, settings, more),
    client: (application: TestApplication, auth?: oidc.ClientAuth) =>
      discovered(application, auth, hubFetch),
  };
  return Object.defineProperties(hub as unknown as SignInHub, {
    ...Object.getOwnPropertyDescriptors(own),
    ...Object.fromEntries(
      (['standIn', 'seen', 'user'] as const).map((name) => [
        name,
        {
          get: () => state[name],
          set: (value: never) => void (state[name] = value),
        },
      ]),
    ),
  });
}

/** An authorization request with its secrets. */
export interface PendingSignIn {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

/** Creates an authorization request with `openid-client`. */
export async function attempt(
  config: oidc.Configuration,
  parameters: Record<string, string> = {},
): Promise<PendingSignIn> {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const expectedState = oidc.randomState();
  const expectedNonce = oidc.randomNonce();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: loginScopes.join(' '),
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
}

/** Signs in and exchanges the code. */
export async function signInAt(
  config: oidc.Configuration,
  { visit }: CookieBrowser,
  parameters: Record<string, string> = {},
): Promise<Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>> {
  const { url, checks } = await attempt(config, parameters);
  const end = await visit(url.href);
  return oidc.authorizationCodeGrant(config, new URL(end.url), checks);
}
