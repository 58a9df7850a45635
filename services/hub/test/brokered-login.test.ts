import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { loginFlowTemplates } from '@platform/login-flow';
import { withClient } from '@platform/dev/postgres';
import { standInClient, startStandInIdp } from '@platform/testkit/stand-in-idp';
import type { StandInIdp } from '@platform/testkit/stand-in-idp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands, hookProperties, startHookReceiver } from './hook-receiver.ts';
import type { HookReceiver } from './hook-receiver.ts';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub, TestBrowser } from './login-hub.ts';

const password = 'correct horse battery staple';
const directoryId = newId('directory');
const ada = {
  sub: 'ada',
  email: 'ada@corp.example.com',
  email_verified: true,
  name: 'Ada Lovelace',
  groups: ['engineering'],
};
const tenantId = newId('tenant');
const rules = [
  {
    name: 'engineers',
    connections: [directoryId],
    when: { claim: 'groups', op: 'contains', value: 'engineering' },
    actions: [{ create: {} }, { join: { organizationId: 'org_1', roles: ['developer'] } }],
  },
  {
    name: 'nobody from abroad',
    when: { claim: 'locale', op: 'equals', value: 'xx' },
    actions: [{ deny: { message: 'Not from here.' } }],
  },
];

let idp: StandInIdp;
let receiver: HookReceiver;
let hub: LoginHub;

beforeAll(async () => {
  idp = await startStandInIdp();
  receiver = await startHookReceiver();
  hub = await loginHub({
    tenantId,
    egress: idp.egress,
    properties: {
      ...hookProperties,
      'platform.jit-provisioning.rules': JSON.stringify({ [tenantId]: rules }),
    },
  });
  const flow = (id: string) =>
    loginFlowTemplates.find((one) => one.id === id)?.definition as object;
  hub.around.identityFacade.setExperience('social', {
    definition: flow('social_first'),
    connectors: [
      { provider: 'google', displayName: 'Google', iconUrl: '' },
      { provider: 'oidc-partner', displayName: 'Partner', iconUrl: '' },
    ],
  });
  hub.around.identityFacade.setExperience('sso', { definition: flow('identifier_first_sso') });
  hub.around.directory.setDomain('corp.example.com', [{ directoryId, kind: 'oidc' }]);
  hub.around.directory.setConnection(directoryId, {
    kind: 'oidc',
    config: { issuer: idp.issuer, clientId: standInClient.clientId },
    secret: { type: 'client_secret', clientSecret: standInClient.clientSecret },
  });
});
afterAll(async () => {
  await hub.stop();
  await idp.stop();
  await receiver.stop();
});

const client = (id: string) => ({
  client: { id, name: 'Ledger', isFirstParty: true, logoUri: null, tosUri: null, policyUri: null },
});

const finished = (uid: string) => {
  const outcome = hub.outcomes.get(uid);
  if (outcome?.kind !== 'finished') throw new Error(`it ended as ${JSON.stringify(outcome)}`);
  return outcome.login;
};

const eventsOf = (userId: string) =>
  withClient(hub.around.database.url, async (db) => {
    const { rows } = await db.query<{ type: string; data: Record<string, unknown> }>(
      `SELECT envelope->>'type' AS type, envelope->'data'->'data' AS data FROM hub.outbox
       WHERE envelope->'data'->'subject'->>'id' = $1 ORDER BY position`,
      [userId],
    );
    return rows;
  });

/** Reads the events of failed attempts of one login. */
const failuresOf = (uid: string) =>
  withClient(hub.around.database.url, async (db) => {
    const { rows } = await db.query<{ data: Record<string, unknown> }>(
      `SELECT envelope->'data'->'data' AS data FROM hub.outbox
       WHERE envelope->>'type' = 'user.sign_in_failed' AND envelope->'data'->'data'->>'loginId' = $1 ORDER BY position`,
      [uid],
    );
    return rows.map(({ data }) => data);
  });

/** Opens the sign-in page, presses the button of a provider, and returns the URL that the browser is redirected to. */
async function toProvider(
  provider = 'google',
  tenant?: string,
): Promise<[TestBrowser, string, URL]> {
  const at = tenant ? { tenant: { id: tenant, issuer: 'http://localhost:18080' } as never } : {};
  const uid = hub.request({ ...client('social'), ...at });
  const browser = hub.browser(uid);
  await browser.get();
  await press(browser, { action: 'social', provider });
  return [browser, uid, await away(browser)];
}

const press = (browser: TestBrowser, fields: Record<string, string>) => {
  const html = browser.page?.text ?? '';
  const value = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  return browser.post({ csrf: value('csrf'), version: value('version'), ...fields });
};

async function away(browser: TestBrowser): Promise<URL> {
  const { headers } = await browser.get('/away');
  return new URL(headers.location ?? 'about:blank');
}

const back = (browser: TestBrowser, url: URL, query: Record<string, string>) => {
  const answer = new URLSearchParams({ state: url.searchParams.get('state') ?? '', ...query });
  return browser.open(`/login/callback/${url.hostname.split('.')[0]}?${answer}`);
};

const answered = (code: string, more: object = {}) =>
  hub.around.identityFacade.setSocialAnswer(code, {
    provider: 'google',
    issuer: 'https://accounts.google.com',
    subject: code,
    email: `${code}@example.com`,
    emailVerified: true,
    attributesJson: JSON.stringify({ displayName: 'Ada', givenName: 'Ada' }),
    ...more,
  });

describe('a social sign-in', () => {
  it('offers the providers next to the form, and redirects to one of them', async () => {
    const uid = hub.request(client('social'));
    const browser = hub.browser(uid);
    const { text } = await browser.get();
    expect(text).toContain('Continue with Google');
    expect(text).toContain('Continue with Partner');
    expect(text).toContain('autocomplete="username webauthn"');
    const page = await press(browser, { action: 'social', provider: 'google' });
    expect(page.text).toContain(`url=/login/${uid}/away`);
    const url = await away(browser);
    expect(url.hostname).toBe('google.example.com');
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost/login/callback/google');
  });

  it('signs a user up, links the identity, and completes', async () => {
    answered('new-person');
    const [browser, uid, url] = await toProvider();
    await back(browser, url, { code: 'new-person' });
    const login = finished(uid);
    expect(login).toMatchObject({
      acr: 'aal1',
      factors: [{ method: 'social' }],
      event: { connector: 'google', signUp: true },
    });
    expect(hub.around.identityFacade.linked.at(-1)?.userId).toBe(login.userId);
    expect(hub.around.directory.provisioned.at(-1)).toMatchObject({
      email: 'new-person@example.com',
      emailVerified: true,
      identity: { issuer: 'https://accounts.google.com#google', subject: 'new-person' },
      actions: [{ create: { status: 'active' } }],
    });
    const federated = {
      member: { id: 'google', kind: 'social' },
      issuer: 'https://accounts.google.com',
    };
    expect(await eventsOf(login.userId)).toMatchObject([
      { type: 'federation.login_succeeded', data: federated },
      { type: 'federation.jit_applied', data: federated },
    ]);
  });

  it('calls sign-up hooks only for new users', async () => {
    const tenant = newId('tenant');
    const hook = receiver.hook(() => commands({ type: 'deny', message: 'Not here.' }));
    hub.around.outbound.setHooks(tenant, 'pre_registration', [{ url: hook.url }]);
    answered('stranger');
    const [browser, uid, url] = await toProvider('google', tenant);
    await back(browser, url, { code: 'stranger' });
    expect(hub.outcomes.has(uid)).toBe(false);
    expect(hook.questions()).toMatchObject([
      {
        stage: 'pre_registration',
        client: { id: 'social', name: 'Ledger' },
        user: { email: 'stranger@example.com', displayName: 'Ada' },
        connection: { id: 'google' },
      },
    ]);
    expect(hub.around.directory.provisioned.map(({ email }) => email)).not.toContain(
      'stranger@example.com',
    );
    hook.answer(() => commands({ type: 'set_attribute', path: '/metadata/plan', value: 'gold' }));
    const [again, second, there] = await toProvider('google', tenant);
    await back(again, there, { code: 'stranger' });
    const { userId } = finished(second);
    expect(JSON.parse(hub.around.directory.provisioned.at(-1)!.profileJson)).toMatchObject({
      metadata: { plan: 'gold' },
    });
    answered('stranger', { linkedUserId: userId });
    const [known, third, where] = await toProvider('google', tenant);
    await back(known, where, { code: 'stranger' });
    expect(finished(third).userId).toBe(userId);
    expect(hook.questions()).toHaveLength(2);
  });

  it('recognizes a linked user', async () => {
    const userId = hub.person('known@example.com', { password });
    answered('known', { linkedUserId: userId });
    const [browser, uid, url] = await toProvider();
    await back(browser, url, { code: 'known' });
    expect(finished(uid)).toMatchObject({ userId, event: { signUp: false } });
  });

  it('updates the profile of a linked user, except for properties that the directory rejects', async () => {
    const userId = hub.person('synced@example.com', { password });
    answered('synced', {
      linkedUserId: userId,
      profileSync: 'every_login',
      attributesJson: JSON.stringify({
        displayName: 'Ada King',
        locale: 'fr',
        'metadata.plan': 'gold',
        'metadata.team': 'blue',
      }),
    });
    hub.around.directory.refuseProfile(
      problem('validation_failed', {
        errors: [
          { pointer: '/metadata/plan', code: 'immutable', detail: 'is read-only' },
          { pointer: '/locale', code: 'invalid_format', detail: 'is not supported' },
        ],
      }),
    );
    const [browser, uid, url] = await toProvider();
    await back(browser, url, { code: 'synced' });
    expect(finished(uid).userId).toBe(userId);
    const { displayName, locale, metadata } = hub.around.directory.profileOf(tenantId, userId);
    expect({ displayName, locale, metadata }).toEqual({
      displayName: 'Ada King',
      locale: undefined,
      metadata: { team: 'blue' },
    });
  });

  it('requires the owner of the address to sign in before linking', async () => {
    const userId = hub.person('owner@example.com', { password });
    answered('owner', { linkCandidateUserId: userId, linkNeedsProof: true });
    const [browser, uid, url] = await toProvider();
    const page = await back(browser, url, { code: 'owner' });
    expect(page.text).toContain('You already have an account for owner@example.com');
    expect(hub.outcomes.has(uid)).toBe(false);
    const before = hub.around.identityFacade.linked.length;
    await browser.submit('prove', { password: 'not the password' });
    expect(hub.around.identityFacade.linked).toHaveLength(before);
    await browser.submit('prove', { password });
    expect(finished(uid)).toMatchObject({ userId, factors: [{ method: 'password' }] });
    expect(hub.around.identityFacade.linked.at(-1)).toMatchObject({
      userId,
      state: url.searchParams.get('state'),
    });
  });

  it('links immediately if the connector trusts the verified address', async () => {
    const userId = hub.person('trusted@example.com', { password });
    answered('trusted', { linkCandidateUserId: userId, linkNeedsProof: false });
    const [browser, uid, url] = await toProvider();
    await back(browser, url, { code: 'trusted' });
    expect(finished(uid).userId).toBe(userId);
    expect(hub.around.identityFacade.linked.at(-1)?.userId).toBe(userId);
  });

  it('never signs in to an account by its address alone', async () => {
    const victim = hub.person('victim@example.com', { password });
    answered('mallory', {
      email: 'victim@example.com',
      emailVerified: false,
      linkCandidateUserId: victim,
      linkNeedsProof: true,
    });
    const [browser, uid, url] = await toProvider();
    const page = await back(browser, url, { code: 'mallory' });
    expect(page.text).toContain('You already have an account for victim@example.com');
    expect(hub.outcomes.has(uid)).toBe(false);
  });

  it('links no account if the connector never does', async () => {
    hub.person('apart@example.com', { password });
    answered('apart');
    const [browser, uid, url] = await toProvider();
    const page = await back(browser, url, { code: 'apart' });
    expect(page.text).toContain('There’s already an account with that email address');
    expect(hub.outcomes.has(uid)).toBe(false);
    expect(await failuresOf(uid)).toMatchObject([{ reason: 'policy_denied' }]);
  });

  it.each([
    [{ error: 'access_denied' }, 'You canceled', 'connector_denied'],
    [{ code: 'unknown' }, 'We couldn’t confirm who you are', 'connector_error'],
  ])('shows the page again after %j, and emits an event', async (query, text, reason) => {
    const [browser, uid, url] = await toProvider();
    const page = await back(browser, url, query);
    expect(page.text).toContain(text);
    expect(page.text).toContain('Continue with Google');
    expect(hub.outcomes.has(uid)).toBe(false);
    expect(await failuresOf(uid)).toMatchObject([
      { method: 'social', connector: 'google', userId: null, clientId: 'social', reason },
    ]);
  });

  it('rejects responses that this browser did not request (login CSRF, replay)', async () => {
    answered('thief');
    const [, , thiefs] = await toProvider();
    const [victim, uid] = await toProvider();
    const answer = new URLSearchParams({
      state: thiefs.searchParams.get('state') ?? '',
      code: 'thief',
    });
    await victim.open(`/login/${uid}/callback?${answer}`);
    expect(hub.outcomes.has(uid)).toBe(false);
    const [browser, own, url] = await toProvider();
    await back(browser, url, { code: 'thief' });
    expect(finished(own)).toBeDefined();
    hub.outcomes.delete(own);
    expect((await back(browser, url, { code: 'thief' })).status).toBe(404);
    const strange = await hub.browser(uid).open('/login/callback/google?state=nonsense');
    expect(strange.status).toBe(404);
  });

  it('sends the response to a link that began in the account there, where no log has it', async () => {
    const form = { state: `link-${newId('user')}.abc`, code: 'a code' };
    const browser = hub.browser('unused-login');
    const query = new URLSearchParams(form).toString();
    for (const answer of [
      await browser.open(`/login/callback/google?${query}`),
      await browser.open('/login/callback/apple', form),
    ])
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        `/account/connections#${query}`,
      ]);
  });

  it('accepts a posted response once, only for its own login', async () => {
    answered('posted');
    const [browser, uid, url] = await toProvider();
    const form = { state: url.searchParams.get('state') ?? '', code: 'posted' };
    const unknownState = { ...form, state: `${'x'.repeat(21)}.abc` };
    expect((await browser.open('/login/callback/google', unknownState)).status).toBe(404);
    // The host belongs to another tenant than the login, so the response is not found.
    expect((await browser.open('/login/callback/google', form)).status).toBe(404);
    expect(hub.outcomes.has(uid)).toBe(false);
  });
});

describe('sign-in at the identity provider of an organization', () => {
  async function toOrganization(email = ada.email): Promise<[TestBrowser, string, URL]> {
    const uid = hub.request(client('sso'));
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: email });
    expect(titleOf(browser.page!)).toBe('Continue with your organization');
    await press(browser, { action: 'federation' });
    return [browser, uid, await away(browser)];
  }

  const home = (browser: TestBrowser, url: URL) => browser.open(url.pathname + url.search);

  it('is found by the domain, and creates users according to the rules', async () => {
    const [browser, uid, url] = await toOrganization();
    expect(url.origin).toBe(idp.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      login_hint: ada.email,
      code_challenge_method: 'S256',
      redirect_uri: `http://localhost/federation/${directoryId}/callback`,
    });
    await home(browser, await idp.signIn(url.href, ada));
    const login = finished(uid);
    expect(login).toMatchObject({
      factors: [{ method: 'federation' }],
      organizationId: 'org_1',
      event: { connectionId: directoryId, signUp: true },
    });
    expect(hub.around.directory.provisioned.at(-1)).toMatchObject({
      directoryId,
      emailVerified: true,
      identity: { issuer: `${idp.issuer}#${directoryId}`, subject: 'ada' },
      actions: [
        { create: { status: 'active' } },
        { join: { organizationId: 'org_1', roles: ['developer'] } },
      ],
    });
    const applied = (await eventsOf(login.userId)).at(-1);
    expect(applied).toMatchObject({
      type: 'federation.jit_applied',
      data: { rules: ['engineers'] },
    });
    const [again, second, next] = await toOrganization();
    await home(again, await idp.signIn(next.href, ada));
    expect(finished(second)).toMatchObject({ userId: login.userId, event: { signUp: false } });
  });

  it('does not sign in unknown users without a rule, or users that a rule denies', async () => {
    const bob = { sub: 'bob', email: 'bob@corp.example.com', email_verified: true };
    const eve = { ...ada, sub: 'eve', email: 'eve@corp.example.com', locale: 'xx' };
    for (const { reason, text, account } of [
      { account: bob, reason: 'user_not_found', text: 'There’s no account here for you yet' },
      { account: eve, reason: 'policy_denied', text: 'You can’t sign in: Not from here.' },
    ]) {
      const [browser, uid, url] = await toOrganization();
      const page = await home(browser, await idp.signIn(url.href, account));
      expect(page.text).toContain(text);
      expect(hub.outcomes.has(uid)).toBe(false);
      expect(await failuresOf(uid)).toMatchObject([
        { method: 'federation', connector: null, connectionId: directoryId, reason },
      ]);
    }
  });

  it.each([
    ['is not a member', []],
    ['is a suspended member', [{ organizationId: 'org_1', state: 'suspended', roles: [] }]],
  ])('shows a separate page to a person who %s of the organization', async (_what, memberships) => {
    const eva = { sub: newId('user'), email: 'eva@corp.example.com', email_verified: true };
    const identities = [{ issuer: `${idp.issuer}#${directoryId}`, subject: eva.sub }];
    const id = newId('user');
    const userJson = JSON.stringify({ id, email: eva.email, emailVerified: true, identities });
    hub.around.directory.setUser(tenantId, id, { userJson, memberships });
    const [browser, uid, url] = await toOrganization();
    const page = await home(browser, await idp.signIn(url.href, eva));
    expect(titleOf(page)).toBe('You’re not a member of this organization');
    expect(page.text).toContain('Use another account');
    await browser.get('?leave');
    expect(hub.outcomes.get(uid)).toEqual({ kind: 'denied', error: 'access_denied' });
    expect(await failuresOf(uid)).toMatchObject([{ userId: id, reason: 'user_disabled' }]);
    hub.around.directory.removeUser(tenantId, id);
  });

  it("does not treat addresses outside the directory's domains as verified", async () => {
    const [browser, , url] = await toOrganization();
    const account = { ...ada, sub: 'far', email: 'someone@elsewhere.example.org' };
    await home(browser, await idp.signIn(url.href, account));
    expect(hub.around.directory.provisioned.at(-1)).toMatchObject({ emailVerified: false });
  });

  it.each([
    [
      'another issuer (mix-up)',
      (url: URL) => url.searchParams.set('iss', 'https://evil.example.com'),
    ],
    ['no issuer', (url: URL) => url.searchParams.delete('iss')],
    ['another code', (url: URL) => url.searchParams.set('code', 'stolen')],
    [
      'another state',
      (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}x`),
    ],
  ])('rejects a response with %s', async (_, change) => {
    const [browser, uid, url] = await toOrganization();
    const answer = await idp.signIn(url.href, ada);
    change(answer);
    const page = await home(browser, answer);
    expect(page.text).toContain('We couldn’t confirm who you are');
    expect(hub.outcomes.has(uid)).toBe(false);
  });

  it('rejects an ID token of another sign-in', async () => {
    const tokens: unknown[] = [];
    idp.tamper = (body) => {
      tokens.push(body['id_token']);
      return { ...body, id_token: tokens[0] };
    };
    const [first, , url] = await toOrganization();
    await home(first, await idp.signIn(url.href, ada));
    const [browser, uid, next] = await toOrganization();
    const page = await home(browser, await idp.signIn(next.href, ada));
    idp.tamper = undefined;
    expect(page.text).toContain('We couldn’t confirm who you are');
    expect(hub.outcomes.has(uid)).toBe(false);
  });
});
