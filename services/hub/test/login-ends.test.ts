import { newId } from '@platform/kit/ids';
import { SignJWT, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CookieBrowser } from './browser.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, StandIn, TestApplication } from './sign-in-hub.ts';

let hub: SignInHub;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
let usual: StandIn;
let other: string;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
  usual = hub.standIn;
});
beforeEach(async () => {
  hub.standIn = usual;
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.setUser(tenant);
  other = hub.setUser(tenant, {}, newId('user'));
  application = await hub.application(tenant);
  config = await hub.client(application);
});
afterAll(() => hub.stop());

/** Signs in this user for every request. */
const signsIn = (userId: string) => {
  hub.standIn = (_request, { finish }) => finish({ userId });
};

const idTokenOf = async (userId: string): Promise<string> => {
  signsIn(userId);
  const { id_token: token = '' } = await signInAt(config, hub.browser());
  return token;
};

/** Creates an ID token whose key was rotated out. */
async function spentHint(sub: string): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({ iss: tenant.issuer, aud: application.clientId, sub })
    .setProtectedHeader({ alg: 'RS256', kid: 'gone' })
    .sign(privateKey);
}

const claimingSub = (sub: unknown) => JSON.stringify({ id_token: { sub } });

/** Returns the URL at which a browser arrives. Submits the form that signs out the session of another user. */
async function visited(browser: CookieBrowser, href: string): Promise<string> {
  const { text, url } = await browser.visit(href);
  const [, action = ''] = /action="([^"]*logout\/confirm)"/.exec(text) ?? [];
  if (action === '') return url;
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const { headers } = await browser.post(new URL(action, url).href, { xsrf, logout: 'yes' });
  return (await browser.visit(new URL(headers.location ?? '', url).href)).url;
}

/** Returns the result of a request at the application: the user of the code, or the error. */
async function endOf(
  parameters: Record<string, string>,
  {
    browser = hub.browser(),
    isPushed = false,
  }: { browser?: CookieBrowser; isPushed?: boolean } = {},
): Promise<string | undefined> {
  const { url, checks } = await attempt(config, parameters);
  const pushed = Object.fromEntries(url.searchParams);
  const sent = isPushed ? await oidc.buildAuthorizationUrlWithPAR(config, pushed) : url;
  const end = new URL(await visited(browser, sent.href));
  if (!end.searchParams.has('code')) return end.searchParams.get('error') ?? end.href;
  return (await oidc.authorizationCodeGrant(config, end, checks)).claims()?.sub;
}

/** Creates a device that waits for its user. */
async function deviceFor(settings: object, parameters: Record<string, string> = {}) {
  const { clientId } = await hub.application(tenant, { ...settings }, { type: 'device' });
  const { host, issuer } = tenant;
  const form = { client_id: clientId, scope: 'openid', ...parameters };
  const { body } = await hub.ask('/oauth2/device_authorization', { host, form });
  return {
    /** Connects the device, and returns the text of the last page. */
    async connect(browser = hub.browser()): Promise<string> {
      const page = await browser.get(`${issuer}/activate`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const confirmation = { xsrf, user_code: body.user_code, confirm: 'yes' };
      const { headers } = await browser.post(`${issuer}/activate`, confirmation);
      return (await browser.visit(new URL(headers.location ?? '', issuer).href)).text;
    },
    async poll(): Promise<string> {
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      const poll = { grant_type, device_code: body.device_code, client_id: clientId };
      return (await hub.ask('/oauth2/token', { host, form: poll })).body.error;
    },
  };
}

describe('a request that names a user', () => {
  /** The parameters that name a user. */
  const ways: [string, (userId: string) => Promise<Record<string, string>>, boolean?][] = [
    ['an id_token_hint', async (userId) => ({ id_token_hint: await idTokenOf(userId) })],
    ['a hint with a removed key', async (id) => ({ id_token_hint: await spentHint(id) })],
    ['a pushed hint', async (id) => ({ id_token_hint: await idTokenOf(id) }), true],
    ['a value of `sub`', async (value) => ({ claims: claimingSub({ value }) })],
    ['the values of `sub`', async (id) => ({ claims: claimingSub({ values: [id] }) })],
    ['a pushed value of `sub`', async (value) => ({ claims: claimingSub({ value }) }), true],
  ];

  describe.each(ways)('by %s', (_way, naming, isPushed = false) => {
    it('is completed from the session of that user', async () => {
      const named = await naming(hub.user);
      const browser = hub.browser();
      signsIn(hub.user);
      await signInAt(config, browser);
      const seen = hub.seen.length;
      expect(await endOf(named, { browser, isPushed })).toBe(hub.user);
      expect(hub.seen.slice(seen)).toEqual([]);
    });

    it('requires a sign-in if the session is of another user, and is completed for the named one', async () => {
      const named = await naming(other);
      const browser = hub.browser();
      signsIn(hub.user);
      await signInAt(config, browser);
      signsIn(other);
      const seen = hub.seen.length;
      expect(await endOf(named, { browser, isPushed })).toBe(other);
      expect(hub.seen.slice(seen)).toMatchObject([
        { prompt: 'login', namedUserIds: [other], session: { userId: hub.user } },
      ]);
    });

    it('ends in an error if another user signs in, with or without a session', async () => {
      const named = await naming(other);
      const browser = hub.browser();
      signsIn(hub.user);
      await signInAt(config, browser);
      const seen = hub.seen.length;
      expect(await endOf(named, { browser, isPushed })).toBe('login_required');
      expect(await endOf(named, { isPushed })).toBe('login_required');
      expect(await endOf({ ...named, prompt: 'login' }, { browser, isPushed })).toBe(
        'login_required',
      );
      expect(hub.seen.slice(seen)).toHaveLength(3);
    });

    it('ends in an error immediately with prompt=none', async () => {
      const named = await naming(other);
      const browser = hub.browser();
      signsIn(hub.user);
      await signInAt(config, browser);
      const seen = hub.seen.length;
      const silent = { ...named, prompt: 'none' };
      expect(await endOf(silent, { browser, isPushed })).toBe('login_required');
      expect(await endOf(silent, { isPushed })).toBe('login_required');
      expect(hub.seen.slice(seen)).toEqual([]);
    });
  });

  it('is not denied by a policy about another user of the session', async () => {
    const browser = hub.browser();
    signsIn(hub.user);
    await signInAt(config, browser);
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, async () =>
      hub.around.access.evaluated.at(-1)?.userId === other
        ? { outcome: 'allow', allow: {} }
        : { outcome: 'deny', deny: { reason: 'policy_denied', messages: {}, policyId: 'pol_1' } },
    );
    signsIn(other);
    expect(await endOf({ claims: claimingSub({ value: other }) }, { browser })).toBe(other);
  });

  it.each([
    ['two different users', (a: string, b: string) => ({ values: [a, b] }), false],
    ['an invalid user', () => ({ value: 7 }), true],
    ['no user', () => ({ values: [] }), true],
  ])('can name %s in claims', async (_what, sub, isError) => {
    signsIn(hub.user);
    const end = await endOf({ claims: claimingSub(sub(other, hub.user)) });
    expect(end).toBe(isError ? 'login_required' : hub.user);
  });

  it('ends in an error before any sign-in if hint and claims name different users', async () => {
    const hint = await idTokenOf(other);
    const seen = hub.seen.length;
    const named = { id_token_hint: hint, claims: claimingSub({ value: hub.user }) };
    expect(await endOf(named)).toBe('login_required');
    expect(hub.seen.slice(seen)).toEqual([]);
  });

  it('can be completed for every user if the claim `sub` has no value', async () => {
    signsIn(hub.user);
    for (const sub of [null, {}, { essential: true }])
      expect(await endOf({ claims: claimingSub(sub) })).toBe(hub.user);
  });

  it('connects no device for another user', async () => {
    const device = await deviceFor({}, { claims: claimingSub({ value: other }) });
    signsIn(hub.user);
    expect(await device.connect()).toContain('The device wasn’t connected');
    expect(await device.poll()).toBe('login_required');
  });
});

describe('a user who is not an active member of the organization', () => {
  const organizationId = 'org_01m7vqhvjpfrhtg5g075cmmcw9';
  const member = (state: string) => ({ memberships: [{ organizationId, state, roles: [] }] });

  it.each([
    ['never was a member', {}],
    ['is a suspended member', member('suspended')],
  ])('because the user %s gets an error after one sign-in', async (_what, memberships) => {
    hub.setUser(tenant, memberships);
    hub.standIn = (_request, { finish }) => finish({ organizationId });
    const seen = hub.seen.length;
    expect(await endOf({})).toBe('access_denied');
    expect(hub.seen.slice(seen)).toHaveLength(1);
  });

  it('any longer must sign in, and gets an error if that only continues the session', async () => {
    hub.setUser(tenant, member('active'));
    hub.standIn = (_request, { finish }) => finish({ organizationId });
    const browser = hub.browser();
    expect(await endOf({}, { browser })).toBe(hub.user);
    hub.setUser(tenant, member('suspended'));
    const seen = hub.seen.length;
    expect(await endOf({}, { browser })).toBe('access_denied');
    expect(hub.seen.slice(seen)).toMatchObject([{ reasons: ['user_disabled'] }]);
    expect(await endOf({ prompt: 'none' }, { browser })).toBe('login_required');
    hub.standIn = usual;
    expect(await endOf({}, { browser })).toBe(hub.user);
  });
});

describe('a request that no sign-in satisfies', () => {
  /** The maximum number of logins for one request. */
  const limit = 6;

  const loops: [string, Record<string, string>, Record<string, unknown>][] = [
    ['the consent is never decided', {}, { firstParty: false }],
    ['the invitation is never decided', { link_intent: 'lin_x' }, {}],
  ];

  it.each(loops)('ends in an error if %s', async (_why, parameters, settings) => {
    application = await hub.application(tenant, settings);
    config = await hub.client(application);
    const seen = hub.seen.length;
    expect(await endOf(parameters)).toBe('access_denied');
    expect(hub.seen.slice(seen)).toHaveLength(limit);
    // The next request has its own count.
    expect(await endOf(parameters)).toBe('access_denied');
    expect(hub.seen.slice(seen)).toHaveLength(2 * limit);
  });

  beforeEach(() => {
    // Every prompt is answered with another sign-in.
    hub.standIn = (_request, { finish }) => finish();
  });

  it('ends in an error for a device', async () => {
    const device = await deviceFor({ firstParty: false });
    const seen = hub.seen.length;
    expect(await device.connect()).toContain('The device wasn’t connected');
    expect(hub.seen.slice(seen)).toHaveLength(limit);
    expect(await device.poll()).toBe('access_denied');
  });

  it('is not one with a sign-in, a second sign-in, an invitation and a consent', async () => {
    application = await hub.application(tenant, { firstParty: false });
    config = await hub.client(application);
    hub.around.access.setPolicyAnswer(tenant.id, application.clientId, async () =>
      hub.around.access.evaluated.at(-1)?.acr === 'aal2'
        ? { outcome: 'allow', allow: {} }
        : { outcome: 'stepUp', stepUp: { acr: 'aal2', methods: [], maxAgeSeconds: -1 } },
    );
    hub.standIn = (request, act) => {
      if (request.prompt === 'consent') return act.consent([...request.scopes]);
      if (request.prompt === 'invitation') return act.decide('declined');
      return act.finish({ acr: request.reasons.includes('access_policy') ? 'aal2' : 'aal1' });
    };
    const seen = hub.seen.length;
    expect(await endOf({ link_intent: 'lin_x' })).toBe(hub.user);
    const shown = hub.seen.slice(seen).map(({ prompt }) => prompt);
    expect(shown).toEqual(['login', 'login', 'invitation', 'consent']);
  });
});
