import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import type { Row } from '@platform/kit/database';
import { asProblem } from '@platform/kit/problem';
import { newId } from '@platform/kit/ids';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import type { CookieBrowser } from './browser.ts';
import { byDefault } from './stand-in-pages.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
});
beforeEach(async () => {
  tenant = await hub.makeTenant(`web${++n}`);
  hub.user = newId('user');
  hub.setUser(tenant);
  hub.standIn = byDefault;
});
afterAll(() => hub.stop());

const system = { type: 'system', id: 'test' } as const;
const rows = <R extends Row<R>>(sql: string, of = tenant) =>
  hub.pod.platform.db.read({ tenantId: of.id, actor: system }, (tx) => tx.rows<R>(sql));
const change = (sql: string) =>
  hub.pod.platform.db.transact({ tenantId: tenant.id, actor: system }, (tx) => tx.execute(sql));

const cookieOf = ({ cookies }: CookieBrowser, name: string, of = tenant): string | undefined =>
  cookies.find((one) => one.name === name && one.host === new URL(of.issuer).hostname)?.value;
const signIn = (browser: CookieBrowser, query = 'app=account', of = tenant) =>
  browser.visit(`${of.issuer}/web/sign-in?${query}`);
/** A browser that is signed in to the account. */
async function signedIn(query?: string): Promise<CookieBrowser> {
  const browser = hub.browser();
  await signIn(browser, query);
  return browser;
}

/** Asks as a script of the account does. */
const asScript = (
  browser: CookieBrowser,
  path = '/web/session',
  { headers = {}, method = 'GET', of = tenant, app = 'account' } = {},
): Promise<HubReply> =>
  hub.ask(path, {
    method,
    host: of.host,
    headers: {
      'x-web-app': app,
      'sec-fetch-site': 'same-origin',
      cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      ...headers,
    },
  });

describe('signing in to a web application', () => {
  it('ends at the application, with a session that only the browser can use', async () => {
    const browser = hub.browser();
    const end = await signIn(browser, 'app=account&returnTo=/account/devices%3Fpage%3D2');
    expect(end.url).toBe(`${tenant.issuer}/account/devices?page=2`);
    const id = cookieOf(browser, '__Host-account');
    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(browser.cookies.filter(({ name }) => name.startsWith('__Host-web'))).toEqual([]);
    const answer = await asScript(browser);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        app: 'account',
        user: { id: hub.user, displayName: 'Ada Lovelace', email: 'ada@example.com' },
        tenant: { id: tenant.id, slug: tenant.slug, name: tenant.slug, mode: 'live' },
        organizationId: null,
        scopes: ['email', 'openid', 'profile', 'self.read', 'self.write'],
        elevatedScopes: [],
        acr: 'aal1',
        authTime: expect.any(String),
        unavailableAreas: [],
        idleEndsAt: expect.any(String),
        endsAt: expect.any(String),
      },
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [stored] = await rows<{ idHash: Buffer; tokensSealed: string }>(
      'SELECT id_hash, tokens_sealed FROM web_session',
    );
    expect(stored?.idHash.toString('base64url')).not.toBe(id);
    expect(stored?.tokensSealed).toMatch(/^v1\./);
  });

  it('sends only a reference to the request through the browser, and strict cookies', async () => {
    const browser = hub.browser();
    const begun = await browser.get(`${tenant.issuer}/web/sign-in?app=account`);
    const { searchParams } = new URL(String(begun.headers.location));
    expect([...searchParams.keys()]).toEqual(['client_id', 'request_uri']);
    expect(begun.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-web-[\w-]{12}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    let url = String(begun.headers.location);
    let answer = await browser.get(url);
    while (!url.includes('/web/callback')) {
      url = new URL(String(answer.headers.location), url).href;
      answer = await browser.get(url);
    }
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-web-[\w-]{12}=; Max-Age=0; Path=\/; HttpOnly; Secure; /),
      expect.stringMatching(
        /^__Host-account=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  it('asks for a second factor in the console, whatever the address says', async () => {
    hub.around.access.setScopes(hub.user, ['tenant:users.read']);
    const weak = hub.browser();
    const refused = await signIn(weak, 'app=console&acr=aal1');
    expect([refused.status, cookieOf(weak, '__Host-console')]).toEqual([401, undefined]);
    expect(hub.seen.at(-1)?.acrValues).toEqual(['aal2']);
    hub.standIn = (_request, { finish }) => finish({ acr: 'aal2', amr: ['pwd', 'otp'] });
    const strong = await signedIn('app=console');
    const { body } = await asScript(strong, '/web/session', { app: 'console' });
    expect(body).toMatchObject({
      app: 'console',
      acr: 'aal2',
      scopes: ['email', 'openid', 'profile', 'tenant:users.read'],
    });
  });

  it('starts a new session in place of the old one, for a step-up too', async () => {
    const browser = await signedIn();
    const first = cookieOf(browser, '__Host-account');
    const seen = hub.seen.length;
    await signIn(browser);
    expect([hub.seen.length, cookieOf(browser, '__Host-account')]).not.toEqual([seen, first]);
    expect(hub.seen).toHaveLength(seen);
    expect(await rows('SELECT 1 FROM web_session')).toHaveLength(1);
    await signIn(browser, 'app=account&maxAge=0');
    expect(hub.seen).toHaveLength(seen + 1);
    expect(await rows('SELECT 1 FROM web_session')).toHaveLength(1);
  });

  it('ignores a session that someone else has planted', async () => {
    const browser = hub.browser();
    const planted = 'P'.repeat(43);
    const { hostname } = new URL(tenant.issuer);
    browser.cookies.push({ name: '__Host-account', value: planted, host: hostname, path: '/' });
    await signIn(browser);
    expect(cookieOf(browser, '__Host-account')).not.toBe(planted);
  });

  it('leads from another host of the tenant to its issuer', async () => {
    const answer = await hub.ask('/web/sign-in?app=account', {
      host: `${tenant.slug}.platform.localhost`,
    });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `${tenant.issuer}/web/sign-in?app=account`,
    ]);
  });

  it.each([
    ['', 422],
    ['app=setup', 422],
    ['app=account&returnTo=https://evil.example/account', 422],
    ['app=account&returnTo=//evil.example/account', 422],
    ['app=account&returnTo=/%5Cevil.example/account', 422],
    ['app=account&returnTo=/accounting', 422],
    ['app=account&returnTo=/account/../console', 422],
    ['app=account&returnTo=javascript:alert(1)', 422],
    ['app=account&acr=AAL2%0d', 422],
    ['app=account&maxAge=-1', 422],
    ['app=account&maxAge=999999', 422],
  ])('refuses %j', async (query, status) => {
    const answer = await hub.ask(`/web/sign-in?${query}`, { host: tenant.host });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined]);
  });

  it.each([
    ['a fetch of a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ])('refuses %s', async (_, headers) => {
    for (const path of ['/web/sign-in?app=account', '/web/callback?code=x&state=y']) {
      const answer = await hub.ask(path, { host: tenant.host, headers });
      expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
    }
  });

  it('refuses another method, a host of no tenant, and a suspended tenant', async () => {
    const posted = await hub.ask('/web/sign-in?app=account', { method: 'POST', host: tenant.host });
    expect(posted.status).toBe(405);
    expect((await hub.ask('/web/sign-in?app=account', { host: 'x.example' })).status).toBe(404);
    await hub.tenants().SetState({ tenantId: tenant.id, state: 'suspended' });
    expect((await hub.ask('/web/sign-in?app=account', { host: tenant.host })).status).toBe(403);
  });
});

describe('/web/callback', () => {
  /** Signs in up to the response of the issuer. */
  async function responded(): Promise<{ browser: CookieBrowser; url: string }> {
    const browser = hub.browser();
    let url = `${tenant.issuer}/web/sign-in?app=account`;
    while (!url.includes('/web/callback'))
      url = new URL(String((await browser.get(url)).headers.location), url).href;
    return { browser, url };
  }

  it('refuses a response that the browser did not ask for', async () => {
    const { url } = await responded();
    const victim = hub.browser();
    const answer = await victim.get(url);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined]);
  });

  it('refuses the response to another sign-in of the same browser', async () => {
    const { browser, url } = await responded();
    const other = await responded();
    const swapped = new URL(url);
    swapped.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '');
    browser.cookies.push(...other.browser.cookies);
    expect((await browser.get(swapped.href)).status).toBe(403);
    expect(await rows('SELECT 1 FROM web_session')).toEqual([]);
  });

  it('refuses a response that is delivered again, even with its cookie', async () => {
    const { browser, url } = await responded();
    const kept = [...browser.cookies];
    expect((await browser.get(url)).status).toBe(303);
    expect((await browser.get(url)).status).toBe(404);
    browser.cookies.splice(0, Infinity, ...kept);
    expect((await browser.get(url)).status).toBe(403);
    expect(cookieOf(browser, '__Host-account')).toBeUndefined();
  });

  it('refuses a sign-in of another tenant, a forged cookie and another issuer', async () => {
    const { browser, url } = await responded();
    const other = await hub.makeTenant(`other${n}`);
    const there = url.replace(tenant.issuer, other.issuer);
    browser.cookies.push(
      ...browser.cookies.map((one) => ({ ...one, host: new URL(other.issuer).hostname })),
    );
    expect((await browser.get(there)).status).toBe(404);
    const mixed = new URL(url);
    mixed.searchParams.set('iss', other.issuer);
    const before = [...browser.cookies];
    expect((await browser.get(mixed.href)).status).toBe(403);
    browser.cookies.splice(
      0,
      Infinity,
      ...before.map((one) =>
        one.name.startsWith('__Host-web')
          ? { ...one, value: `${one.value.slice(0, -4)}AAAA` }
          : one,
      ),
    );
    expect((await browser.get(url)).status).toBe(404);
  });

  it('shows a page when the user is denied', async () => {
    hub.standIn = (_request, { deny }) => deny('access_denied', 'no');
    const browser = hub.browser();
    const answer = await signIn(browser);
    expect([answer.status, cookieOf(browser, '__Host-account')]).toEqual([403, undefined]);
    expect(answer.headers['content-type']).toContain('text/html');
  });
});

describe('GET /web/session', () => {
  it.each<[string, Record<string, string>, number]>([
    ['without the name of the application', { 'x-web-app': '' }, 401],
    ['under the name of another application', { 'x-web-app': 'console' }, 401],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 401],
    ['from another subdomain', { 'sec-fetch-site': 'same-site' }, 401],
    ['as a navigation', { 'sec-fetch-site': 'none' }, 401],
    ['with another authentication', { authorization: 'Bearer x' }, 401],
    ['with an unknown cookie', { cookie: `__Host-account=${'x'.repeat(43)}` }, 401],
  ])('ignores the cookie %s', async (_, headers, status) => {
    const browser = await signedIn();
    expect((await asScript(browser)).status).toBe(200);
    const answer = await asScript(browser, '/web/session', { headers });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      status,
      undefined,
    ]);
  });

  it('is nothing at another tenant', async () => {
    const browser = await signedIn();
    const other = await hub.makeTenant(`foreign${n}`);
    const answer = await asScript(browser, '/web/session', { of: other });
    expect([answer.status, answer.body.code]).toEqual([401, 'token_expired']);
  });

  it('ends when it has not been used', async () => {
    const browser = await signedIn();
    await change(`UPDATE web_session SET idle_ends_at = now() - interval '1 second'`);
    const answer = await asScript(browser);
    expect([answer.status, answer.body.code]).toEqual([401, 'token_expired']);
  });

  it('defers the idle end up to the absolute one, unless in the background', async () => {
    const browser = await signedIn();
    await change(
      `UPDATE web_session SET idle_ends_at = now() + interval '1 minute', ends_at = now() + interval '10 minutes'`,
    );
    const background = { 'x-web-activity': 'background' };
    const before = (await asScript(browser, '/web/session', { headers: background })).body;
    expect(Date.parse(before.idleEndsAt) - Date.now()).toBeLessThan(60_000);
    const after = (await asScript(browser)).body;
    expect(after.idleEndsAt).toBe(after.endsAt);
  });

  it('refuses other methods', async () => {
    const browser = await signedIn();
    const answer = await asScript(browser, '/web/session', { method: 'POST' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
  });
});

describe('Exchange', () => {
  const question = (browser: CookieBrowser, more = {}) => ({
    tenantId: tenant.id,
    app: 'account',
    sessionId: cookieOf(browser, '__Host-account') ?? '',
    clientIp: '192.0.2.1',
    userAgent: 'browser/1',
    ...more,
  });
  const exchange = async (browser: CookieBrowser, more = {}, pod = hub.pod) =>
    (await hub.webSessions('product-api', pod).Exchange(question(browser, more))).accessToken;
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'passed',
      (error: unknown) => asProblem(error).code,
    );

  it('gives the gateway the access token of the user', async () => {
    const browser = await signedIn();
    const token = await exchange(browser);
    expect(decodeJwt(token)).toMatchObject({
      sub: hub.user,
      client_id: 'self-service-bff',
      tnt: tenant.id,
      iss: tenant.issuer,
      acr: 'aal1',
      sid: expect.any(String),
    });
    expect(await exchange(browser)).toBe(token);
  });

  it('is for the gateway alone', async () => {
    const browser = await signedIn();
    const asked = hub.webSessions('directory').Exchange(question(browser));
    expect(await refusal(asked)).toBe('caller_not_allowed');
  });

  it.each<[string, () => Promise<object>]>([
    ['another application', async () => ({ app: 'console' })],
    ['an unknown application', async () => ({ app: 'admin' })],
    ['another tenant', async () => ({ tenantId: (await hub.makeTenant(`absent${n}`)).id })],
    ['no tenant', async () => ({ tenantId: 'x' })],
    ['an unknown session', async () => ({ sessionId: 'y'.repeat(43) })],
  ])('finds nothing for %s', async (_, more) => {
    const browser = await signedIn();
    expect(await refusal(exchange(browser, await more()))).toBe('not_found');
  });

  it('ends with the session of the user at the issuer', async () => {
    const browser = await signedIn();
    const page = await browser.visit(`${tenant.issuer}/oauth2/logout`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await browser.post(`${tenant.issuer}/oauth2/logout/confirm`, { xsrf, logout: 'yes' });
    expect(await refusal(exchange(browser))).toBe('not_found');
    expect(await rows('SELECT 1 FROM web_session')).toEqual([]);
  });

  /** Cuts off a token, as when a user's roles change: only a refresh helps. */
  const cutOff = (token: string) =>
    change(
      `INSERT INTO token_cutoff (tenant_id, kind, id, not_before) VALUES ('${tenant.id}', 'token', '${decodeJwt(token).jti}', extract(epoch FROM now())::int + 5)`,
    );

  it('refreshes once for parallel requests, also of other pods', async () => {
    const other = await hub.startPod('other');
    const browser = await signedIn();
    const first = await exchange(browser);
    await cutOff(first);
    const issued = () => rows(`SELECT 1 FROM oidc_artifact WHERE model = 'RefreshToken'`);
    const before = (await issued()).length;
    const tokens = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [exchange(browser), exchange(browser, {}, other)]),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(first);
    expect(await issued()).toHaveLength(before + 1);
    await other.close();
  });

  it('refreshes a token before it expires', async () => {
    // The life of a token is shorter than the time that the gateway may keep it.
    const pod = await hub.startPod('brief', { 'platform.hub.tokens.access-token-ttl': '60s' });
    const browser = await signedIn();
    await cutOff(await exchange(browser));
    const short = await exchange(browser, {}, pod);
    expect(await exchange(browser, {}, pod)).not.toBe(short);
    await pod.close();
  });

  it('refreshes a token that was cut off while the session goes on', async () => {
    const browser = await signedIn();
    const token = await exchange(browser);
    await cutOff(token);
    const next = await exchange(browser);
    expect(decodeJwt(next).jti).not.toBe(decodeJwt(token).jti);
  });
});

describe('POST /web/session/refresh', () => {
  it('returns the session with new tokens', async () => {
    const browser = await signedIn();
    const stored = () => rows<{ tokensSealed: string }>('SELECT tokens_sealed FROM web_session');
    const before = await stored();
    const answer = await asScript(browser, '/web/session/refresh', { method: 'POST' });
    expect([answer.status, answer.body.user.id]).toEqual([200, hub.user]);
    expect(await stored()).not.toEqual(before);
  });

  it('refuses what another site can send', async () => {
    const browser = await signedIn();
    const answer = await asScript(browser, '/web/session/refresh', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(401);
  });
});

describe('POST /web/sign-out', () => {
  const out = (browser: CookieBrowser, headers = {}) =>
    asScript(browser, '/web/sign-out', { method: 'POST', headers });

  it('ends the session at the issuer, and every application of the browser', async () => {
    hub.standIn = (_request, { finish }) => finish({ acr: 'aal2', amr: ['pwd', 'otp'] });
    const browser = await signedIn('app=console');
    await signIn(browser);
    const elsewhere = await signedIn();
    const answer = await out(browser);
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-console=; Max-Age=0; Path=\/; .*SameSite=Strict$/),
      expect.stringMatching(/^__Host-account=; Max-Age=0; Path=\/; .*SameSite=Strict$/),
    ]);
    expect((await asScript(browser)).status).toBe(401);
    expect((await asScript(browser, '/web/session', { app: 'console' })).status).toBe(401);
    expect((await asScript(elsewhere)).status).toBe(200);
    const seen = hub.seen.length;
    await signIn(browser);
    expect(hub.seen).toHaveLength(seen + 1);
    expect(await eventDataOf(hub, tenant.id, 'user.signed_out')).toMatchObject([
      { user: { id: hub.user }, client: { id: 'self-service-bff' }, reason: 'requested' },
    ]);
  });

  it('is no error when the session has ended', async () => {
    const browser = await signedIn();
    await change('DELETE FROM web_session');
    expect((await out(browser)).status).toBe(204);
  });

  it('refuses what another site can send', async () => {
    const browser = await signedIn();
    expect((await out(browser, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    expect((await out(browser, { 'x-web-app': '' })).status).toBe(401);
    expect((await asScript(browser)).status).toBe(200);
  });
});
