import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { newId } from '@platform/kit/ids';
import type { CookieBrowser } from './browser.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { attempt, redirectUri, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

/**
 * Requirements from the OpenID Foundation's certification plans (Basic, Config, Form Post, RP-Initiated and Back-Channel
 * Logout) that no other test covers. The names of the plans' test modules are in parentheses.
 */
let hub: SignInHub;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
const afterwards = 'https://app.example.com/signed-out';
const allScopes = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];
const person = {
  displayName: 'Ada Lovelace',
  name: { givenName: 'Ada', familyName: 'Lovelace', middleName: 'King' },
  username: 'ada',
  nickname: 'Countess',
  profileUrl: 'https://example.com/ada',
  pictureUrl: 'https://example.com/ada.png',
  timeZone: 'Europe/London',
  locale: 'en-GB',
  email: 'ada@example.com',
  emailVerified: true,
  phoneNumber: '+442071234567',
  phoneVerified: true,
  updatedAt: '2026-01-02T03:04:05.000Z',
};
const attributes = {
  website: 'https://example.com',
  gender: 'female',
  birthdate: '1815-12-10',
  address: { locality: 'London', country: 'UK' },
};

beforeAll(async () => {
  hub = await signInHub();
  tenant = await hub.makeTenant('acme');
  const tokenAttributesJson = JSON.stringify(attributes);
  hub.setUser(tenant, { userJson: JSON.stringify(person), tokenAttributesJson });
  const settings = { postLogoutRedirectUris: [afterwards] };
  application = await hub.application(tenant, settings, { scopes: allScopes });
  config = await hub.client(application);
});
beforeEach(() => hub.seen.splice(0));
afterAll(() => hub.stop());

/** Sends an authorization request that `change` has modified, and returns the last page. */
async function answerTo(
  change: (parameters: URLSearchParams) => void,
  browser: CookieBrowser = hub.browser(),
): Promise<{ page: HubReply; parameters: URLSearchParams }> {
  const { url } = await attempt(config);
  change(url.searchParams);
  const page = await browser.visit(url.href);
  return { page, parameters: new URL(page.url).searchParams };
}
const withParameters =
  (parameters: Record<string, string>) =>
  (all: URLSearchParams): void => {
    for (const [name, value] of Object.entries(parameters)) all.set(name, value);
  };
const without =
  (name: string) =>
  (all: URLSearchParams): void =>
    all.delete(name);

describe('the authorization endpoint', () => {
  it.each<[string, Record<string, string>]>([
    ['display (display-page)', { display: 'page' }],
    ['display (display-popup)', { display: 'popup' }],
    ['ui_locales (ui-locales)', { ui_locales: 'se' }],
    ['claims_locales (claims-locales)', { claims_locales: 'se' }],
    ['unknown acr_values (acr-values)', { acr_values: '1 2' }],
    ['login_hint (login-hint)', { login_hint: 'ada@example.com' }],
    ['an unknown parameter (unknown-parameter)', { extra: 'foobar' }],
    ['scopes in another order (other-scope-order)', { scope: 'email openid' }],
    ['an unknown scope', { scope: 'openid something' }],
    ['unknown claims', { claims: '{"userinfo":{"unknown_claim":null}}' }],
    [
      'an essential claim (claims-essential)',
      { claims: '{"userinfo":{"name":{"essential":true}}}' },
    ],
    ['max_age (max-age-10000)', { max_age: '10000' }],
  ])('accepts %s', async (_name, parameters) => {
    const { parameters: answer } = await answerTo(withParameters(parameters));
    expect(answer.get('error')).toBeNull();
    expect(answer.get('code')).toEqual(expect.any(String));
  });

  it('requires no nonce with PKCE (request-without-nonce)', async () => {
    const { parameters } = await answerTo(without('nonce'));
    expect(parameters.get('code')).toEqual(expect.any(String));
  });

  it('requires no state, and returns none if none was sent', async () => {
    const { parameters } = await answerTo(without('state'));
    expect([parameters.has('code'), parameters.has('state')]).toEqual([true, false]);
  });

  it.each<[string, (all: URLSearchParams) => void, string]>([
    ['no response_type (response-type-missing)', without('response_type'), 'invalid_request'],
    [
      'a request object (unsigned-request-object)',
      withParameters({ request: 'eyJhbGciOiJub25lIn0.e30.' }),
      'request_not_supported',
    ],
    [
      'a request by reference (request-uri)',
      withParameters({ request_uri: 'https://client.example/request' }),
      'request_uri_not_supported',
    ],
    ['claims that are not JSON', withParameters({ claims: '{' }), 'invalid_request'],
    ['a negative max_age', withParameters({ max_age: '-1' }), 'invalid_request'],
    [
      'prompt=none with another prompt',
      withParameters({ prompt: 'none login' }),
      'invalid_request',
    ],
    ['prompt=none without a session', withParameters({ prompt: 'none' }), 'login_required'],
  ])('returns an error to the client for %s', async (_name, change, error) => {
    const { parameters } = await answerTo(change);
    expect(parameters.get('error')).toBe(error);
    expect(parameters.get('state')).toEqual(expect.any(String));
    expect(parameters.get('iss')).toBe(tenant.issuer);
    expect(hub.seen).toEqual([]);
  });

  it.each<[string, (all: URLSearchParams) => void]>([
    ['no redirect_uri (redirect-uri-in-authorization-request)', without('redirect_uri')],
    [
      'a redirect_uri that is not registered (registered-redirect-uri)',
      withParameters({ redirect_uri: `${redirectUri}/other` }),
    ],
    ['a query in redirect_uri', withParameters({ redirect_uri: `${redirectUri}?foo=bar` })],
    ['no client_id', without('client_id')],
    ['an unknown client', withParameters({ client_id: 'unknown' })],
  ])('shows an error page without a redirect for %s', async (_name, change) => {
    const { page } = await answerTo(change);
    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
    expect(page.headers['content-type']).toContain('text/html');
  });

  it('returns errors with form_post if the client requests it (form post)', async () => {
    const { page } = await answerTo(withParameters({ response_mode: 'form_post', prompt: 'none' }));
    expect(page.text).toContain(`action="${redirectUri}"`);
    expect(page.text).toContain('name="error" value="login_required"');
    expect(page.text).toMatch(/name="state" value="[^"]+"/);
  });
});

describe('a request object with the mode form_post', () => {
  const objectOf = (claims: object): string =>
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
  const request = objectOf({ response_mode: 'form_post' });

  it('is rejected with form_post (unsigned-request-object)', async () => {
    const { page } = await answerTo(withParameters({ request }));
    expect(page.text).toContain(`action="${redirectUri}"`);
    expect(page.text).toContain('name="error" value="request_not_supported"');
  });

  it.each<[string, Record<string, string>]>([
    ['the request has another mode', { request, response_mode: 'query' }],
    ['it cannot be read', { request: 'form_post' }],
    ['its mode is unknown', { request: objectOf({ response_mode: 'x' }) }],
  ])('does not determine the mode if %s', async (_name, change) => {
    const { parameters } = await answerTo(withParameters(change));
    expect(parameters.get('error')).toBe('request_not_supported');
  });
});

describe('a session', () => {
  const authTime = (tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers) =>
    Number(tokens.claims()?.auth_time);

  it('does not satisfy prompt=login (prompt-login)', async () => {
    const browser = hub.browser();
    const first = await signInAt(config, browser);
    const { standIn } = hub;
    hub.standIn = (_request, { finish }) => finish({ authTime: authTime(first) + 5 });
    const second = await signInAt(config, browser, { prompt: 'login' });
    hub.standIn = standIn;
    expect(hub.seen).toHaveLength(2);
    expect(second.claims()?.sub).toBe(first.claims()?.sub);
    expect(authTime(second)).toBe(authTime(first) + 5);
  });

  it('does not satisfy a max_age that it exceeds (max-age-1)', async () => {
    const browser = hub.browser();
    const { standIn } = hub;
    const [earlier, later] = [-60, 0].map((s) => Math.floor(Date.now() / 1000) + s);
    hub.standIn = (_request, { finish }) => finish({ authTime: earlier });
    await signInAt(config, browser);
    hub.standIn = (_request, { finish }) => finish({ authTime: later });
    const second = await signInAt(config, browser, { max_age: '1' });
    hub.standIn = standIn;
    expect(hub.seen).toHaveLength(2);
    expect(authTime(second)).toBe(later);
  });

  it('satisfies prompt=none and returns the time of its sign-in (prompt-none-logged-in, max-age-10000)', async () => {
    const browser = hub.browser();
    const first = await signInAt(config, browser, { max_age: '10000' });
    const second = await signInAt(config, browser, { prompt: 'none', max_age: '10000' });
    expect(hub.seen).toHaveLength(1);
    expect(authTime(second)).toBe(authTime(first));
  });

  it('satisfies an id_token_hint for its user (id-token-hint)', async () => {
    const browser = hub.browser();
    const { id_token: hint = '' } = await signInAt(config, browser);
    const second = await signInAt(config, browser, { prompt: 'none', id_token_hint: hint });
    expect(second.claims()?.sub).toBe(hub.user);
  });

  it('does not satisfy an id_token_hint for another user', async () => {
    const { id_token: hint = '' } = await signInAt(config, hub.browser());
    const other = newId('user');
    hub.setUser(tenant, {}, other);
    const { standIn } = hub;
    hub.standIn = (_request, { finish }) => finish({ userId: other });
    const browser = hub.browser();
    await signInAt(config, browser);
    hub.standIn = standIn;
    const parameters = withParameters({ prompt: 'none', id_token_hint: hint });
    expect((await answerTo(parameters, browser)).parameters.get('error')).toBe('login_required');
  });
});

describe('the UserInfo endpoint', () => {
  const userinfo = (call: object) => hub.ask('/oauth2/userinfo', { host: tenant.host, ...call });

  it('accepts the token in the header, with GET and POST, and in a form (userinfo-get, -post-header, -post-body)', async () => {
    const { access_token: token } = await signInAt(config, hub.browser());
    const headers = { authorization: `Bearer ${token}` };
    for (const call of [
      { headers },
      { headers, method: 'POST' },
      { form: { access_token: token } },
    ]) {
      const { status, body } = await userinfo(call);
      expect([status, body.sub]).toEqual([200, hub.user]);
    }
  });

  it('rejects a token that is sent in two ways (RFC 6750 §2)', async () => {
    const { access_token: token } = await signInAt(config, hub.browser());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await userinfo({ headers, form: { access_token: token } });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_request"');
  });

  it('does not accept a token in the query', async () => {
    const { access_token: token } = await signInAt(config, hub.browser());
    const answer = await hub.ask(`/oauth2/userinfo?access_token=${token}`, { host: tenant.host });
    expect([answer.status, answer.body.sub]).toEqual([400, undefined]);
  });

  it('returns the claims of every standard scope (scope-all)', async () => {
    const tokens = await signInAt(config, hub.browser(), { scope: allScopes.join(' ') });
    expect(await oidc.fetchUserInfo(config, tokens.access_token, hub.user)).toEqual({
      sub: hub.user,
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      middle_name: 'King',
      nickname: 'Countess',
      preferred_username: 'ada',
      profile: 'https://example.com/ada',
      picture: 'https://example.com/ada.png',
      zoneinfo: 'Europe/London',
      locale: 'en-GB',
      updated_at: Date.parse(person.updatedAt) / 1000,
      email: 'ada@example.com',
      email_verified: true,
      phone_number: '+442071234567',
      phone_number_verified: true,
      ...attributes,
    });
  });
});

describe('the token endpoint', () => {
  it('also accepts the secret in the body (server-client-secret-post)', async () => {
    const byPost = await hub.application(tenant, { tokenEndpointAuthMethod: 'client_secret_post' });
    const postConfig = await hub.client(byPost, oidc.ClientSecretPost(byPost.secret!));
    const tokens = await signInAt(postConfig, hub.browser());
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ aud: byPost.clientId });
  });

  it('returns an ID token with the nonce, for this client only', async () => {
    const { url, checks } = await attempt(config);
    const end = await hub.browser().visit(url.href);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    expect(tokens.claims()).toMatchObject({
      iss: tenant.issuer,
      aud: application.clientId,
      nonce: checks.expectedNonce,
    });
    expect(tokens.token_type).toBe('bearer');
  });

  it('returns an ID token of the same sign-in for a refresh (refresh-token)', async () => {
    const first = await signInAt(config, hub.browser(), { scope: allScopes.join(' ') });
    const next = await oidc.refreshTokenGrant(config, first.refresh_token!);
    const { iss, sub, aud, nonce, auth_time: authenticatedAt } = first.claims()!;
    // OpenID Connect Core §12.2: if there is a nonce, it is that of the sign-in.
    expect(next.claims()).toMatchObject({ iss, sub, aud, nonce, auth_time: authenticatedAt });
    const other = await hub.client(await hub.application(tenant));
    await expect(oidc.refreshTokenGrant(other, next.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('returns responses that must not be cached (RFC 6749 §5.1)', async () => {
    const answer = await hub.token(tenant);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });
});

describe('signing out', () => {
  const signOutPage = async (browser: CookieBrowser, parameters: Record<string, string>) =>
    browser.visit(oidc.buildEndSessionUrl(config, parameters).href);
  const confirms = (browser: CookieBrowser, { text }: HubReply) =>
    browser.post(`${tenant.issuer}/oauth2/logout/confirm`, {
      xsrf: /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '',
      logout: 'yes',
    });

  it('returns no state if none was sent (rp-initiated-logout-no-state)', async () => {
    const browser = hub.browser();
    const { id_token: hint = '' } = await signInAt(config, browser);
    const page = await signOutPage(browser, {
      id_token_hint: hint,
      post_logout_redirect_uri: afterwards,
    });
    expect((await confirms(browser, page)).headers['location']).toBe(afterwards);
  });

  it('ends on a page of the hub without a redirect URI (rp-initiated-logout-no-params)', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const answer = await confirms(browser, await signOutPage(browser, {}));
    const end = await browser.visit(new URL(answer.headers['location'] ?? '', tenant.issuer).href);
    expect([end.status, new URL(end.url).host]).toEqual([200, tenant.host]);
    const { parameters } = await answerTo(withParameters({ prompt: 'none' }), browser);
    expect(parameters.get('error')).toBe('login_required');
  });

  it('ignores a state without a redirect URI (rp-initiated-logout-only-state)', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const answer = await confirms(browser, await signOutPage(browser, { state: 'abc' }));
    expect(answer.headers['location']).not.toContain('abc');
  });

  it('redirects immediately if there is no session (rp-initiated-logout)', async () => {
    const { id_token: hint = '' } = await signInAt(config, hub.browser());
    const otherBrowser = hub.browser();
    const page = await signOutPage(otherBrowser, {
      id_token_hint: hint,
      post_logout_redirect_uri: afterwards,
      state: 'abc',
    });
    expect(page.text).toContain('action="');
    const { location } = (await confirms(otherBrowser, page)).headers;
    expect(location).toBe(`${afterwards}?state=abc`);
  });

  it.each<[string, (hint: string) => Record<string, string>]>([
    [
      'an added query (query-added-to-post-logout-redirect-uri)',
      (hint) => ({
        id_token_hint: hint,
        post_logout_redirect_uri: `${afterwards}?foo=bar`,
      }),
    ],
    [
      'a modified hint (modified-id-token-hint)',
      (hint) => ({
        id_token_hint: hint.replace(/\.[^.]{4}/, '.AAAA'),
        post_logout_redirect_uri: afterwards,
      }),
    ],
  ])('does not redirect with %s', async (_name, parameters) => {
    const browser = hub.browser();
    const { id_token: hint = '' } = await signInAt(config, browser);
    const page = await signOutPage(browser, {
      ...parameters(hint),
      client_id: application.clientId,
    });
    expect([page.status, page.headers['location']]).toEqual([400, undefined]);
  });

  it('without a hint asks for confirmation, and redirects to a URI of the named client', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const page = await signOutPage(browser, {
      client_id: application.clientId,
      post_logout_redirect_uri: afterwards,
      state: 'abc',
    });
    expect(page.status).toBe(200);
    const answer = await confirms(browser, page);
    expect(answer.headers['location']).toBe(`${afterwards}?state=abc`);
  });
});

describe('the discovery document', () => {
  it('has the required properties (discovery-endpoint-verification)', async () => {
    const { body } = await hub.ask('/.well-known/openid-configuration', { host: tenant.host });
    expect(body).toMatchObject({
      issuer: tenant.issuer,
      response_types_supported: expect.arrayContaining(['code']),
      response_modes_supported: expect.arrayContaining(['query', 'form_post']),
      subject_types_supported: expect.arrayContaining(['public']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'email', 'address', 'phone']),
      claims_supported: expect.arrayContaining(['sub', 'birthdate', 'address']),
      claims_parameter_supported: true,
      prompt_values_supported: expect.arrayContaining(['none', 'login', 'select_account']),
      claim_types_supported: ['normal'],
      ui_locales_supported: ['en', 'de', 'es', 'fr'],
      revocation_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  });

  it('links to public keys with unique ids (config-jwks)', async () => {
    const { keys } = (await hub.ask('/oauth2/jwks', { host: tenant.host })).body;
    const ids = keys.map(({ kid }: { kid: string }) => kid);
    expect(new Set(ids).size).toBe(keys.length);
    for (const key of keys)
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
        expect(key).not.toHaveProperty(secret);
  });
});
