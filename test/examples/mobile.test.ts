import { join } from 'node:path';
import {
  AuthorizationRequest,
  AuthorizationServiceConfiguration,
  BaseTokenRequestHandler,
  GRANT_TYPE_AUTHORIZATION_CODE,
  GRANT_TYPE_REFRESH_TOKEN,
  Requestor,
  RevokeTokenRequest,
  TokenRequest,
} from '@openid/appauth';
import type { TokenResponse } from '@openid/appauth';
import { NodeCrypto } from '@openid/appauth/built/node_support/index.js';
import { formBrowser } from '@platform/dev/form-browser';
import type { FormBrowser } from '@platform/dev/form-browser';
import { localFetch } from '@platform/dev/local-fetch';
import { temporaryFolder } from '@platform/dev/temporary-folder';
import type { Someone } from '@platform/testkit/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, surprisesOf, walkQuickstart } from './quickstart.ts';
import { exampleTenant } from './tenant.ts';
import type { ExampleTenant } from './tenant.ts';

const folder = temporaryFolder('mobile-');
const scope = 'openid profile email offline_access orders.read';
const clientId = 'orders-app';
let tenant: ExampleTenant;
let ada: Someone;

/** The requests of AppAuth, sent from a machine that may not resolve names below `localhost`. */
class LocalRequestor extends Requestor {
  async xhr<T>({ url = '', method, data, headers }: JQueryAjaxSettings): Promise<T> {
    const response = await localFetch(url, {
      method: method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(data !== undefined && { body: String(data) }),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw Object.assign(new Error('refused'), { body });
    return body as T;
  }
}
const requestor = new LocalRequestor();
const tokens = new BaseTokenRequestHandler(requestor);

interface SignedIn {
  configuration: AuthorizationServiceConfiguration;
  browser: FormBrowser;
  response: TokenResponse;
}

/** The address that AppAuth opens, with the parameters that it has built. */
function addressOf(
  { authorizationEndpoint }: AuthorizationServiceConfiguration,
  request: AuthorizationRequest,
): URL {
  const { clientId, redirectUri, responseType, state, scope, extras } = request;
  const url = new URL(authorizationEndpoint);
  const parameters = {
    redirect_uri: redirectUri,
    client_id: clientId,
    response_type: responseType,
    state,
    scope,
    ...extras,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Signs Ada in as AppAuth does. */
async function signIn(redirectUri: string): Promise<SignedIn> {
  const configuration = await AuthorizationServiceConfiguration.fetchFromIssuer(
    tenant.environment.ISSUER,
    requestor,
  );
  const request = new AuthorizationRequest(
    {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      response_type: AuthorizationRequest.RESPONSE_TYPE_CODE,
    },
    new NodeCrypto(),
  );
  await request.setupCodeVerifier();
  const browser = formBrowser();
  const callback = await browser.signIn(addressOf(configuration, request), ada);
  expect(callback.href.startsWith(`${redirectUri}?`)).toBe(true);
  expect(callback.searchParams.get('state')).toBe(request.state);
  const response = await tokens.performTokenRequest(
    configuration,
    new TokenRequest({
      client_id: clientId,
      redirect_uri: redirectUri,
      grant_type: GRANT_TYPE_AUTHORIZATION_CODE,
      code: callback.searchParams.get('code') ?? '',
      extras: { code_verifier: request.internal?.['code_verifier'] ?? '' },
    }),
  );
  return { configuration, browser, response };
}

const refreshed = (
  { configuration }: SignedIn,
  refreshToken: string | undefined,
): Promise<TokenResponse> =>
  tokens.performTokenRequest(
    configuration,
    new TokenRequest({
      client_id: clientId,
      redirect_uri: '',
      grant_type: GRANT_TYPE_REFRESH_TOKEN,
      refresh_token: refreshToken,
    }),
  );

const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

beforeAll(async () => {
  tenant = await exampleTenant();
  ada = await tenant.under.person('demo');
  const page = { page: 'mobile', tenant, folder: folder.path, replacements: {}, ports: {} };
  const walk = await walkQuickstart(page);
  expect(surprisesOf('mobile', walk)).toEqual([]);
});
afterAll(() => folder.remove());

describe('a native application of the page, with AppAuth', () => {
  it.each(['com.example.orders:/callback', 'http://127.0.0.1:49152/callback'])(
    'signs users in at %s with PKCE',
    async (redirectUri) => {
      const { response } = await signIn(redirectUri);
      expect(claimsOf(response.idToken)).toMatchObject({ sub: ada.id, aud: clientId });
      expect(response.scope?.split(' ').sort()).toEqual(scope.split(' ').sort());
    },
  );

  it('rejects a code without the verifier of its request', async () => {
    const original = NodeCrypto.prototype.deriveChallenge;
    NodeCrypto.prototype.deriveChallenge = () => Promise.resolve('A'.repeat(43));
    try {
      await expect(signIn('com.example.orders:/callback')).rejects.toThrow('refused');
    } finally {
      NodeCrypto.prototype.deriveChallenge = original;
    }
  });

  it('renews tokens, with another refresh token each time', async () => {
    const signedIn = await signIn('com.example.orders:/callback');
    const first = await refreshed(signedIn, signedIn.response.refreshToken);
    expect(first.refreshToken).not.toBe(signedIn.response.refreshToken);
    const second = await refreshed(signedIn, first.refreshToken);
    expect(claimsOf(second.accessToken)).toMatchObject({ sub: ada.id });
  });

  it('signs users out, back to the application', async () => {
    const { configuration, browser, response } = await signIn('com.example.orders:/callback');
    const url = new URL(configuration.endSessionEndpoint ?? '');
    url.searchParams.set('id_token_hint', response.idToken ?? '');
    url.searchParams.set('post_logout_redirect_uri', 'com.example.orders:/signed-out');
    url.searchParams.set('state', 'a-state');
    const back = await browser.signOut(url);
    expect(back.href).toBe('com.example.orders:/signed-out?state=a-state');
  });

  it('revokes the refresh token', async () => {
    const signedIn = await signIn('com.example.orders:/callback');
    const { refreshToken = '' } = signedIn.response;
    const body = new RevokeTokenRequest({ token: refreshToken, client_id: clientId });
    const response = await localFetch(signedIn.configuration.revocationEndpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(body.toStringMap())),
    });
    expect(response.status).toBe(200);
    await expect(refreshed(signedIn, refreshToken)).rejects.toThrow('refused');
  });
});

describe('the code of the page', () => {
  const files = blocksOf('mobile').flatMap((block) => (block.kind === 'file' ? [block] : []));
  const registration = blocksOf('mobile')
    .map((block) => (block.kind === 'commands' ? block.text : ''))
    .join('');

  it.each(['kt', 'swift'])('in files of %s uses what was registered', (extension) => {
    const text = files
      .filter(({ name }) => name.endsWith(`.${extension}`))
      .map((file) => file.text)
      .join('');
    const uris = text.match(/com\.example\.orders:\/[\w-]+/g) ?? [];
    expect(uris).toHaveLength(2);
    for (const uri of uris) expect(registration).toContain(`"${uri}"`);
    expect(text).toContain(`"${clientId}"`);
  });

  it('declares the scheme of the redirect URI', () => {
    const build = files.find(({ name }) => name.endsWith('build.gradle.kts'));
    expect(build?.text).toContain('["appAuthRedirectScheme"] = "com.example.orders"');
    expect(join('app', 'build.gradle.kts')).toBe(build?.name);
  });
});
