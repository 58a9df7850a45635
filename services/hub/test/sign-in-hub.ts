import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PropertyName } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { EgressOptions } from '@platform/kit/egress';
import * as oidc from 'openid-client';
import type { LoginPages } from '../src/compose/authorization-server.ts';
import type { FinishedLogin } from '../src/login/finished-login.ts';
import type { LoginRequest, LoginRequests } from '../src/login/login-requests.ts';
import { browser } from './browser.ts';
import type { Browser } from './browser.ts';
import { sendRaw } from '@platform/testkit/http';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

/** What the stand-in for the login pages does with a request. */
export type StandIn = (
  request: LoginRequest,
  act: {
    finish(login?: Partial<FinishedLogin>): Promise<void>;
    deny(error: string, description: string): Promise<void>;
    consent(scopes: string[]): Promise<void>;
    show(text: string): void;
  },
) => Promise<void> | void;

export interface TestApplication {
  clientId: string;
  secret?: string;
  tenant: MadeTenant;
}

/** A hub whose sign-ins a test decides on. */
export interface SignInHub extends HubUnderTest {
  /** Set by a test; by default `user` signs in with a password, and consents to everything. */
  standIn: StandIn;
  /** Requests that the stand-in has seen. */
  seen: LoginRequest[];
  requests: LoginRequests;
  user: string;
  browser(): Browser;
  application(
    tenant: MadeTenant,
    settings?: Record<string, unknown>,
    more?: { type?: string; scopes?: string[]; public?: boolean },
  ): Promise<TestApplication>;
  client(application: TestApplication, auth?: oidc.ClientAuth): Promise<oidc.Configuration>;
  setUser(tenant: MadeTenant, user?: object, id?: string): string;
  fetch: typeof fetch;
}

export const redirectUri = 'https://app.example.com/callback';
export const loginScopes = ['openid', 'profile', 'email', 'offline_access'];

const byDefault: StandIn = (request, { finish, consent }) =>
  request.prompt === 'consent' ? consent([...request.scopes]) : finish();

/** Routes every request to the hub's port; `fetch` itself resolves no `*.localhost`. */
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

export async function signInHub(
  properties: Partial<Record<PropertyName, string>> = {},
  egress?: Pick<EgressOptions, 'resolver' | 'connect' | 'extraCa' | 'allowedHosts'>,
  channels: readonly string[] = [],
  /** The hub draws its own pages, and `standIn` has no part. */
  { ownPages = false } = {},
): Promise<SignInHub> {
  let requests: LoginRequests | undefined;
  const state = { standIn: byDefault, seen: [] as LoginRequest[], user: newId('user') };
  const loginPages: LoginPages = (given) => {
    requests = given;
    return {
      owns: ({ segments }) => segments[0] === 'login',
      handle: (req: IncomingMessage, res: ServerResponse) => page(given, req, res),
    };
  };

  async function page(
    given: LoginRequests,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const request = await given.details(req, res);
    state.seen.push(request);
    await state.standIn(request, {
      finish: (login) =>
        given.finish(req, res, {
          userId: state.user,
          acr: 'aal1',
          amr: ['pwd'],
          authTime: Math.floor(Date.now() / 1000),
          factors: [{ method: 'password', at: Math.floor(Date.now() / 1000) }],
          ...login,
        }),
      deny: (error, description) => given.deny(req, res, error, description),
      consent: (scopes) => given.consent(req, res, scopes),
      show: (text) => void res.end(text),
    });
  }

  const hub = await hubUnderTest(properties, {
    loginPages: ownPages ? undefined : loginPages,
    egress,
    channels,
  });
  const port = (): number => hub.pod.httpPort;
  const hubFetch = routedFetch(port);
  const own = {
    fetch: hubFetch,
    get requests() {
      return requests as LoginRequests;
    },
    browser: () => browser(port),
    setUser(tenant: MadeTenant, user: object = {}, id = state.user) {
      hub.around.directory.setUser(tenant.id, id, {
        userJson: JSON.stringify({
          id,
          displayName: 'Ada Lovelace',
          email: 'ada@example.com',
          emailVerified: true,
          updatedAt: '2026-01-02T03:04:05.000Z',
        }),
        ...user,
      });
      return id;
    },
    async application(
      tenant: MadeTenant,
      settings: Record<string, unknown> = {},
      more: { type?: string; scopes?: string[]; public?: boolean } = {},
    ): Promise<TestApplication> {
      const clientId = newId('application');
      const { type = 'web', scopes = loginScopes } = more;
      const isPublic = more.public ?? ['spa', 'native', 'device'].includes(type);
      const secret = isPublic ? undefined : randomBytes(32).toString('base64url');
      const isUser = type !== 'm2m' && type !== 'device';
      await hub.pod.platform.db.transact(
        { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
        async (tx) => {
          await tx.execute(
            'INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, enabled) VALUES ($1, $2, $3, $4, $5, $6, true)',
            [
              tenant.id,
              clientId,
              'An application',
              type,
              { ...(isUser && { redirectUris: [redirectUri] }), ...settings },
              scopes,
            ],
          );
          if (secret)
            await tx.execute(
              'INSERT INTO application_secret (tenant_id, client_id, id, secret_hash, last4) VALUES ($1, $2, $3, $4, $5)',
              [
                tenant.id,
                clientId,
                newId('secret'),
                createHash('sha256').update(secret).digest(),
                secret.slice(-4),
              ],
            );
        },
      );
      return { clientId, secret, tenant };
    },
    async client({ clientId, secret, tenant }: TestApplication, auth?: oidc.ClientAuth) {
      return oidc.discovery(
        new URL(tenant.issuer),
        clientId,
        undefined,
        auth ?? (secret ? oidc.ClientSecretBasic(secret) : oidc.None()),
        { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: hubFetch as never },
      );
    },
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

/** One authorization request, its parameters and its secrets. */
export interface Attempt {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

/** An authorization request as `openid-client` makes it. */
export async function attempt(
  config: oidc.Configuration,
  parameters: Record<string, string> = {},
): Promise<Attempt> {
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
export async function signIn(
  config: oidc.Configuration,
  { visit }: Browser,
  parameters: Record<string, string> = {},
): Promise<Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>> {
  const { url, checks } = await attempt(config, parameters);
  const end = await visit(url.href);
  return oidc.authorizationCodeGrant(config, new URL(end.url), checks);
}
