import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import type { CookieBrowser } from './browser.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, StandIn, TestApplication } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
let usual: StandIn;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
  usual = hub.standIn;
});
beforeEach(async () => {
  hub.standIn = usual;
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
  application = await hub.application(tenant);
  config = await hub.client(application);
});
afterAll(() => hub.stop());

const errorOf = async (
  parameters: Record<string, string>,
  browser = hub.browser(),
): Promise<string | null> => {
  const { url } = await attempt(config, parameters);
  // The library rejects a nonce in a request without the scope openid.
  if (!url.searchParams.get('scope')!.includes('openid')) url.searchParams.delete('nonce');
  const end = new URL((await browser.visit(url.href)).url);
  const answer = end.hash ? new URLSearchParams(end.hash.slice(1)) : end.searchParams;
  expect(answer.get('iss')).toBe(tenant.issuer);
  return answer.get('error');
};

describe('details of a login request', () => {
  it('contain the requested parameters', async () => {
    hub.standIn = (_request, { show }) => show('the page');
    const { url } = await attempt(config, {
      acr_values: 'aal2 phr',
      max_age: '3600',
      login_hint: 'ada@example.com',
      ui_locales: 'de en',
      prompt: 'login',
      link_intent: 'lin_x',
    });
    expect((await hub.browser().visit(url.href)).text).toBe('the page');
    expect(hub.seen.at(-1)).toMatchObject({
      tenant: { id: tenant.id },
      prompt: 'login',
      isDevice: false,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      acrValues: ['aal2', 'phr'],
      maxAgeSeconds: 3600,
      loginHint: 'ada@example.com',
      uiLocales: ['de', 'en'],
      prompts: ['login'],
      linkIntent: 'lin_x',
    });
  });

  it("contain the browser's session", async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    await signInAt(config, browser, { prompt: 'login' });
    expect(hub.seen.at(-1)?.session).toMatchObject({
      userId: hub.user,
      acr: 'aal1',
      factors: [{ method: 'password', at: expect.any(Number) }],
    });
  });

  it('are hidden from another browser, which cannot use the finished login either', async () => {
    hub.standIn = (_request, { show }) => show('the page');
    const { url } = await attempt(config);
    const victim = hub.browser();
    const page = await victim.visit(url.href);
    expect((await hub.browser().get(page.url)).status).toBe(404);
    hub.standIn = usual;
    const finished = await victim.get(page.url);
    const resume = finished.headers['location'] as string;
    const stolen = await hub.browser().get(resume);
    expect([stolen.status, stolen.headers['location']]).toEqual([400, undefined]);
    expect((await victim.get(resume)).headers['location']).toContain('code=');
  });
});

describe('a finished login', () => {
  it('changes the id of the session', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const id = () => browser.cookies.find((c) => c.name === '__Secure-session')?.value;
    const before = id();
    await signInAt(config, browser, { prompt: 'login' });
    expect([typeof before, id() === before]).toEqual(['string', false]);
  });

  it('sets cookies for this host only', async () => {
    const { url } = await attempt(config);
    const answer = await hub.browser().get(url.href);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Secure-/);
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).not.toMatch(/; domain/i);
    }
  });

  it('emits an event, as does a change of its assurance', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    hub.standIn = (_request, { finish }) => finish({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
    const tokens = await signInAt(config, browser, { acr_values: 'aal2' });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      acr: 'aal2',
      amr: ['pwd', 'otp', 'mfa'],
    });
    const events = await eventDataOf(hub, tenant.id, 'user.signed_in');
    expect(events).toMatchObject([
      { user: { id: hub.user }, clientId: application.clientId, acr: 'aal1', ip: '127.0.0.1' },
      { acr: 'aal2', userAgent: 'browser/1', methods: ['password'] },
    ]);
    expect(await eventDataOf(hub, tenant.id, 'user.assurance_changed')).toMatchObject([
      { previousAcr: 'aal1', acr: 'aal2', direction: 'step_up' },
    ]);
  });

  describe('whose session has ended in the meantime', () => {
    const sql = (text: string, values: unknown[] = []) =>
      hub.pod.platform.db.transact(
        { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
        (tx) => tx.rows<{ uid: string }>(text, values),
      );
    const stored = () => sql('SELECT uid FROM login_session');

    /** Starts a sign-in, ends the session, and finishes with a factor of that session or a new one. */
    async function interrupted(browser: CookieBrowser, fromSession: boolean) {
      await signInAt(config, browser);
      hub.standIn = (_request, { show }) => show('a page');
      const { url, checks } = await attempt(config, { prompt: 'login' });
      const page = await browser.visit(url.href);
      await sql(
        `INSERT INTO login_session (tenant_id, uid, version, flow_version, activation_sequence, state, progress_sealed, expires_at)
         VALUES ($1, $2, 1, 0, 0, $3, '', now() + interval '1 hour')`,
        [tenant.id, page.url.split('/').at(-1), { factors: [{ fromSession }] }],
      );
      await sql("DELETE FROM oidc_artifact WHERE model = 'Session'");
      hub.standIn = usual;
      return { page, checks };
    }

    it('continues without it', async () => {
      const browser = hub.browser();
      const { page, checks } = await interrupted(browser, false);
      const end = await browser.visit(page.url);
      expect(hub.seen.at(-1)).toMatchObject({ session: null });
      const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
      expect(tokens.claims()?.sub).toBe(hub.user);
      expect(await errorOf({ prompt: 'none' }, browser)).toBeNull();
    });

    it.each([
      ['keeps newly proven factors', false, 1],
      ['loses factors that were proven in that session', true, 0],
    ])('%s', async (_name, fromSession, left) => {
      const browser = hub.browser();
      const { page } = await interrupted(browser, fromSession);
      await browser.visit(page.url);
      expect(await stored()).toHaveLength(left);
    });
  });

  it('emits one event, however often its last page is loaded', async () => {
    const browser = hub.browser();
    const { url } = await attempt(config);
    const { headers } = await browser.get(url.href);
    const page = new URL(headers['location'] as string, tenant.issuer).href;
    await Promise.all([browser.get(page), browser.get(page), browser.get(page)]);
    expect(await eventDataOf(hub, tenant.id, 'user.signed_in')).toHaveLength(1);
  });

  it('limits the session as the flow requires', async () => {
    hub.standIn = (_request, { finish }) => finish({ sessionLifetimeSeconds: 3600 });
    const browser = hub.browser();
    await signInAt(config, browser);
    const { expiresAt } = (await hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.row<{ expiresAt: Date }>("SELECT expires_at FROM oidc_artifact WHERE model = 'Session'"),
    ))!;
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  it('adds the organization to tokens while the user is a member', async () => {
    const organizationId = 'org_01m7vqhvjpfrhtg5g075cmmcw9';
    const member = { memberships: [{ organizationId, state: 'active', roles: [] }] };
    hub.setUser(tenant, member);
    hub.standIn = (_request, { finish }) => finish({ organizationId });
    const tokens = await signInAt(config, hub.browser());
    expect(decodeJwt(tokens.access_token)['org_id']).toBe(organizationId);
    hub.setUser(tenant);
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });
});

describe('sign-in parameters', () => {
  it.each([
    ['prompt=none without a session', { prompt: 'none' }, 'login_required'],
    ['an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['an unknown resource', { resource: 'https://other.example' }, 'invalid_target'],
    ['scopes that are not allowed', { scope: 'tenant:users.read' }, 'invalid_scope'],
  ])('are rejected with %s', async (_name, parameters, error) => {
    expect(await errorOf(parameters)).toBe(error);
  });

  it('such as prompt=none succeed if there is a session', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    expect(await errorOf({ prompt: 'none' }, browser)).toBeNull();
  });

  it('such as prompt=select_account ask for the account again', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const seen = hub.seen.length;
    expect(await errorOf({ prompt: 'select_account' }, browser)).toBeNull();
    expect(hub.seen.slice(seen)).toMatchObject([{ prompt: 'login', prompts: ['select_account'] }]);
    expect(await errorOf({ prompt: 'none select_account' }, browser)).toBe('invalid_request');
  });

  it('such as max_age require another sign-in if the last one is too old', async () => {
    const browser = hub.browser();
    hub.standIn = (_request, { finish }) =>
      finish({ authTime: Math.floor(Date.now() / 1000) - 600 });
    await signInAt(config, browser, { max_age: '3600' }).catch(() => undefined);
    const seen = hub.seen.length;
    expect(await errorOf({ max_age: '60', prompt: 'none' }, browser)).toBe('login_required');
    hub.standIn = usual;
    expect(await errorOf({ max_age: '60' }, browser)).toBeNull();
    expect(hub.seen.length).toBe(seen + 1);
  });

  it('can request voluntary assurance, which is optional, or essential assurance, which is not', async () => {
    expect(await errorOf({ acr_values: 'aal3' })).toBeNull();
    const essential = { id_token: { acr: { essential: true, values: ['aal3'] } } };
    expect(await errorOf({ claims: JSON.stringify(essential) })).toBe(
      'unmet_authentication_requirements',
    );
  });

  it('do not prevent a denial by the page', async () => {
    hub.standIn = (_request, { deny }) => deny('access_denied', 'the user said no');
    expect(await errorOf({})).toBe('access_denied');
  });

  it('can be posted', async () => {
    const { url } = await attempt(config);
    const browser = hub.browser();
    const answer = await browser.post(
      `${url.origin}${url.pathname}`,
      Object.fromEntries(url.searchParams),
    );
    expect(answer.status).toBe(303);
    const end = await browser.visit(answer.headers['location'] as string);
    expect(new URL(end.url).searchParams.get('code')).toEqual(expect.any(String));
  });
});

describe('access policies at the authorization endpoint', () => {
  it('send the user back to sign in with more assurance', async () => {
    const browser = hub.browser();
    await signInAt(config, browser);
    const stepUp = {
      outcome: 'stepUp' as const,
      stepUp: { acr: 'aal2', methods: [] as string[], maxAgeSeconds: -1 },
    };
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, async () =>
      hub.around.access.evaluated.at(-1)?.acr === 'aal2' ? { outcome: 'allow', allow: {} } : stepUp,
    );
    hub.standIn = (_request, { finish }) => finish({ acr: 'aal2' });
    expect(await errorOf({}, browser)).toBeNull();
    expect(hub.seen.at(-1)).toMatchObject({
      reasons: ['access_policy'],
      details: { policy: { outcome: 'stepUp', stepUp: { acr: 'aal2' } } },
    });
    hub.standIn = usual;
    expect(await errorOf({ prompt: 'login' }, browser)).toBe('access_denied');
  });

  it('require another factor from a user who has just signed in, once', async () => {
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, async () =>
      hub.around.access.evaluated.at(-1)?.acr === 'aal2'
        ? { outcome: 'allow', allow: {} }
        : { outcome: 'stepUp', stepUp: { acr: 'aal2', methods: [], maxAgeSeconds: -1 } },
    );
    hub.standIn = ({ reasons }, { finish }) =>
      finish({ acr: reasons.includes('access_policy') ? 'aal2' : 'aal1' });
    const seen = hub.seen.length;
    expect(await errorOf({ prompt: 'login' })).toBeNull();
    const [first, second, ...more] = hub.seen.slice(seen);
    expect([first?.reasons, first?.prompts]).toEqual([['login_prompt', 'no_session'], ['login']]);
    expect([second?.reasons, second?.prompts, more]).toEqual([['access_policy'], [], []]);
    hub.standIn = usual;
    expect(await errorOf({})).toBe('access_denied');
    expect(hub.seen.slice(seen)).toHaveLength(4);
  });

  it('shorten a session', async () => {
    const browser = hub.browser();
    hub.standIn = (_request, { finish }) =>
      finish({ authTime: Math.floor(Date.now() / 1000) - 600 });
    await signInAt(config, browser);
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, {
      outcome: 'allow',
      allow: {},
      session: {
        maxAccessTokenSeconds: 0,
        maxSessionSeconds: 300,
        refreshToken: 'allow',
        senderConstrained: 'none',
      },
    });
    expect(await errorOf({ prompt: 'none' }, browser)).toBe('login_required');
  });

  it('deny with their own message', async () => {
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, {
      outcome: 'deny',
      deny: { reason: 'policy_denied', messages: { en: 'Not from here.' }, policyId: 'pol_1' },
    });
    const { url } = await attempt(config);
    const end = await hub.browser().visit(url.href);
    expect(new URL(end.url).searchParams.get('error_description')).toBe('Not from here.');
    // The denied user is not signed in: there is neither an event nor a session.
    expect(await eventDataOf(hub, tenant.id, 'user.signed_in')).toEqual([]);
    expect(await eventDataOf(hub, tenant.id, 'user.sign_in_failed')).toMatchObject([
      { userId: hub.user, clientId: application.clientId, reason: 'policy_denied' },
    ]);
  });

  it('are named in the event of the sign-in', async () => {
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, {
      outcome: 'allow',
      allow: {},
      applied: ['pol_1'],
      reportOnly: ['pol_2'],
    });
    await signInAt(config, hub.browser());
    expect(await eventDataOf(hub, tenant.id, 'user.signed_in')).toMatchObject([
      { accessPolicies: { outcome: 'allow', applied: ['pol_1'], reportOnly: ['pol_2'] } },
    ]);
  });
});

describe('consent to a login request', () => {
  beforeEach(async () => {
    application = await hub.application(tenant, { firstParty: false });
    config = await hub.client(application);
  });

  it('is requested once for a third-party client', async () => {
    const tokens = await signInAt(config, hub.browser());
    expect(hub.seen.at(-1)).toMatchObject({ prompt: 'consent', client: { isFirstParty: false } });
    expect(tokens.scope).toContain('email');
    const seen = hub.seen.length;
    await signInAt(config, hub.browser());
    expect(hub.seen.slice(seen).map(({ prompt }) => prompt)).toEqual(['login']);
    expect(await eventDataOf(hub, tenant.id, 'user.consent_granted')).toMatchObject([
      {
        clientId: application.clientId,
        scopes: expect.arrayContaining(['email']),
        sourceIp: '127.0.0.1',
        userAgent: 'browser/1',
      },
    ]);
  });

  it('can be granted partially', async () => {
    hub.standIn = (request, act) =>
      request.prompt === 'consent' ? act.consent(['openid', 'profile']) : act.finish();
    const tokens = await signInAt(config, hub.browser());
    expect(tokens.scope).toBe('openid profile');
    expect(tokens.refresh_token).toBeUndefined();
  });

  it('is requested again for additional scopes', async () => {
    await signInAt(config, hub.browser(), { scope: 'openid' });
    const seen = hub.seen.length;
    await signInAt(config, hub.browser(), { scope: 'openid email' });
    expect(hub.seen.slice(seen).map(({ prompt }) => prompt)).toEqual(['login', 'consent']);
  });
});
