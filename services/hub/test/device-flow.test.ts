import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import type { CookieBrowser } from './browser.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub, StandIn, TestApplication } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let device: TestApplication;
let usual: StandIn;
let n = 0;
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

beforeAll(async () => {
  hub = await signInHub({ 'platform.ratelimit.activate-user-code-max-attempts': '4' });
  usual = hub.standIn;
});
beforeEach(async () => {
  hub.standIn = usual;
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
  device = await hub.application(tenant, {}, { type: 'device' });
});
afterAll(() => hub.stop());

const begin = async (): Promise<any> =>
  (
    await hub.ask('/oauth2/device_authorization', {
      host: tenant.host,
      form: { client_id: device.clientId, scope: 'openid offline_access' },
      headers: { 'user-agent': 'television/1' },
    })
  ).body;
const poll = (code: string): Promise<HubReply> =>
  hub.ask('/oauth2/token', {
    host: tenant.host,
    form: { grant_type: deviceGrant, device_code: code, client_id: device.clientId },
  });
const xsrfOf = (page: HubReply): string => /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
const activate = `/activate`;

/** Enters a user code, and returns the page that asks for confirmation. */
async function enter(browser: CookieBrowser, userCode: string): Promise<HubReply> {
  const page = await browser.get(`${tenant.issuer}${activate}`);
  return browser.post(`${tenant.issuer}${activate}`, {
    xsrf: xsrfOf(page),
    user_code: userCode,
  });
}
async function confirm(browser: CookieBrowser, page: HubReply, userCode: string, more = {}) {
  const answer = await browser.post(`${tenant.issuer}${activate}`, {
    xsrf: xsrfOf(page),
    user_code: userCode,
    confirm: 'yes',
    ...more,
  });
  const { location } = answer.headers as { location?: string };
  return location ? browser.visit(new URL(location, tenant.issuer).href) : answer;
}
const passTime = (): Promise<number> =>
  hub.pod.platform.db.transact(
    { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
    (tx) => tx.execute("UPDATE device_poll SET answered_at = answered_at - interval '10 minutes'"),
  );

describe('a device', () => {
  it('gets tokens after its user has confirmed', async () => {
    const begun = await begin();
    expect(begun).toMatchObject({
      interval: 5,
      expires_in: 600,
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${tenant.issuer}/activate`,
      verification_uri_complete: `${tenant.issuer}/activate?user_code=${begun.user_code}`,
    });
    expect((await poll(begun.device_code)).body.error).toBe('authorization_pending');
    const browser = hub.browser();
    const page = await enter(browser, begun.user_code.toLowerCase().replace('-', ' '));
    expect(page.text).toContain('television/1');
    expect(page.text).toContain(begun.user_code);
    const done = await confirm(browser, page, begun.user_code);
    expect(done.text).toContain('Your device is connected');
    expect(hub.seen.at(-1)).toMatchObject({ isDevice: true, client: { id: device.clientId } });
    expect(await eventDataOf(hub, tenant.id, 'user.device_authorized')).toMatchObject([
      {
        user: { id: hub.user },
        clientId: device.clientId,
        scopes: ['openid', 'offline_access'],
        sourceIp: '127.0.0.1',
        userAgent: 'browser/1',
      },
    ]);
    await passTime();
    const { status, body } = await poll(begun.device_code);
    expect([status, typeof body.refresh_token]).toEqual([200, 'string']);
    await passTime();
    expect((await poll(begun.device_code)).body.error).toBe('invalid_grant');
  });

  it('is rejected after its user has canceled', async () => {
    const begun = await begin();
    const browser = hub.browser();
    const page = await enter(browser, begun.user_code);
    await confirm(browser, page, begun.user_code, { abort: 'yes' });
    expect((await poll(begun.device_code)).body.error).toBe('access_denied');
  });

  it('is slowed down when it polls too fast', async () => {
    const { device_code: code } = await begin();
    const errors = [];
    for (let i = 0; i < 3; i++) errors.push((await poll(code)).body.error);
    expect(errors).toEqual(['authorization_pending', 'slow_down', 'slow_down']);
    await passTime();
    expect((await poll(code)).body.error).toBe('authorization_pending');
  });
});

describe('the device page', () => {
  it.each<[string, Record<string, string>]>([
    ['an empty form', {}],
    ['a code', { user_code: 'BBBB-BBBB' }],
    ['a confirmation', { user_code: 'BBBB-BBBB', confirm: 'yes', xsrf: 'guess' }],
  ])('asks for the code if a browser without a session posts %s', async (_name, form) => {
    const answer = await hub.browser().post(`${tenant.issuer}${activate}`, form);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      400,
      expect.stringContaining('text/html'),
    ]);
    expect(answer.text).toContain('name="user_code"');
  });

  it('accepts the form that it sent to a browser without a session', async () => {
    const { user_code: userCode } = await begin();
    const browser = hub.browser();
    const form = { user_code: userCode };
    const again = await browser.post(`${tenant.issuer}${activate}`, form);
    const page = await browser.post(`${tenant.issuer}${activate}`, {
      ...form,
      xsrf: xsrfOf(again),
    });
    expect(page.text).toContain('television/1');
    const done = await confirm(browser, page, userCode);
    expect(done.text).toContain('Your device is connected');
  });

  it('asks for the code at the URL of an unknown login', async () => {
    const answer = await hub.browser().get(`${tenant.issuer}${activate}/unknown`);
    expect([answer.status, answer.text.includes('name="user_code"')]).toEqual([400, true]);
  });
});

describe('a device code', () => {
  const expire = (): Promise<number> =>
    hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.execute(
          `UPDATE oidc_artifact SET expires_at = expires_at - interval '601 seconds',
             payload = payload || jsonb_build_object('exp', (payload ->> 'exp')::int - 601)
           WHERE model = 'DeviceCode'`,
        ),
    );

  it('is rejected after it has expired', async () => {
    const begun = await begin();
    await expire();
    expect((await poll(begun.device_code)).body.error).toBe('expired_token');
    const page = await enter(hub.browser(), begun.user_code);
    expect(page.text).toContain('That code isn’t valid');
  });

  it('is rejected for another client', async () => {
    const begun = await begin();
    device = await hub.application(tenant, {}, { type: 'device' });
    expect((await poll(begun.device_code)).body.error).toBe('invalid_grant');
  });

  it('can be confirmed by only one person', async () => {
    const begun = await begin();
    const [ada, eve] = [hub.browser(), hub.browser()];
    const page = await enter(ada, begun.user_code);
    await enter(eve, begun.user_code);
    await confirm(ada, page, begun.user_code);
    const late = await enter(eve, begun.user_code);
    expect(late.text).toContain('That code isn’t valid');
  });

  it('can be prefilled by a link, and must still be confirmed', async () => {
    const begun = await begin();
    const browser = hub.browser();
    const opened = await browser.get(begun.verification_uri_complete);
    const form = { xsrf: xsrfOf(opened), user_code: begun.user_code };
    const page = await browser.post(`${tenant.issuer}${activate}`, form);
    expect(page.text).toContain('television/1');
    expect((await poll(begun.device_code)).body.error).toBe('authorization_pending');
  });
});

describe('user codes', () => {
  it('are not stored in plain text', async () => {
    const begun = await begin();
    const rows = await hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ id: string }>(
          "SELECT payload::text, '#' || rtrim(translate(encode(id_hash, 'base64'), '+/', '-_'), '=') AS id FROM oidc_artifact WHERE model = 'DeviceCode'",
        ),
    );
    expect(JSON.stringify(rows)).not.toContain(begun.user_code.replace('-', ''));
    expect((await poll(rows[0]!.id)).body.error).toBe('invalid_grant');
  });

  it('can be tried a few times, right or wrong, without being consumed', async () => {
    const begun = await begin();
    const browser = hub.browser();
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await enter(browser, begun.user_code)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    const answer = await enter(browser, begun.user_code);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
    expect(answer.text).toContain('That code isn’t valid');
    expect(await eventDataOf(hub, tenant.id, 'user.device_attempts_exceeded')).toHaveLength(1);
    expect((await poll(begun.device_code)).body.error).toBe('authorization_pending');
  });

  it('can be wrong only a few times per address', async () => {
    const browser = hub.browser();
    const letters = 'BCDFGHJKLMNPQRSTVWXZ';
    const statuses = [];
    for (let i = 0; i < 21; i++)
      statuses.push(
        (await enter(browser, `BBBBBBB${letters[i % 20]}${letters[(i / 20) | 0]}`)).status,
      );
    expect(new Set(statuses.slice(0, 20))).toEqual(new Set([200]));
    expect(statuses[20]).toBe(429);
  });
});
