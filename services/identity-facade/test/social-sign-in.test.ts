import { connectionIssuer } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { standInClient, startStandInIdp } from '@platform/testkit/stand-in-idp';
import type { StandInIdp } from '@platform/testkit/stand-in-idp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const callbackOf = (tenant: TestTenant, provider = 'oidc-partner') =>
  `${new URL(tenant.issuer).origin}/login/callback/${provider}`;
const connector = {
  ...standInClient,
  displayName: 'Partner',
  oidc: { issuer: 'https://idp.example.com' },
};
const ada = {
  sub: 'ada-at-partner',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada Lovelace',
  given_name: 'Ada',
};
const deadline = { deadlineMs: 30_000 };

let idp: StandInIdp;
let on: ExperiencePlatform;
let githubUser: object;
let githubEmails: object[];

beforeAll(async () => {
  const json = (res: { end(text: string): unknown }, body: object) => res.end(JSON.stringify(body));
  idp = await startStandInIdp({
    sites: {
      'github.com': (_, res) => {
        res.setHeader('content-type', 'application/json');
        json(res, { access_token: 'gho_1', token_type: 'bearer', scope: 'read:user' });
      },
      'api.github.com': (req, res) => {
        res.setHeader('content-type', 'application/json');
        json(res, req.url === '/user/emails' ? githubEmails : githubUser);
      },
    },
  });
  on = await experiencePlatform({ egress: idp.egress });
});
afterAll(async () => {
  await on.stop();
  await idp.stop();
});

/** A tenant with a connector, and the calls of the hub for it. */
async function tenantWith(settings: object = {}, provider = 'oidc-partner') {
  const { tenant, api } = await on.tenant();
  const path = `${experiencePath}/social-connectors/${provider}`;
  const body = provider === 'github' ? standInClient : connector;
  const created = await api.post(path, { body: { ...body, ...settings } });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  const rpc = on.rpcAs('hub').service('platform.identity.v1.Social');
  const tenantId = tenant.id;
  const begin = (more: object = {}) =>
    rpc.Begin(
      {
        tenantId,
        provider,
        redirectUri: callbackOf(tenant, provider),
        loginId: 'login-1',
        ...more,
      },
      deadline,
    );
  const complete = (more: object) =>
    rpc.Complete({ tenantId, loginId: 'login-1', ...more }, deadline);
  /** Signs in at the stand-in, and completes with its answer. */
  const signIn = async (account: { sub: string } = ada, more: object = {}) => {
    const { authorizationUrl, state } = await begin();
    const answer = (await idp.signIn(authorizationUrl, account)).searchParams;
    const given = { state, code: answer.get('code') ?? '', iss: answer.get('iss') ?? '' };
    return { state, given, result: await complete({ ...given, ...more }) };
  };
  const describeUser = (userId: string) =>
    on
      .rpcAs('hub')
      .service('platform.identity.v1.Credentials')
      .Describe({ tenantId, userId }, deadline);
  return { tenant, tenantId, api, path, begin, complete, signIn, describeUser };
}

const known = (tenant: TestTenant, email: string, verified = true) => {
  const id = newId('user');
  on.platform.directory.setUser(tenant.id, id, {
    userJson: JSON.stringify({ id, email, emailVerified: verified }),
  });
  return id;
};

describe('Begin', () => {
  test('redirects the browser to the provider with PKCE, a nonce and a state', async () => {
    const { begin } = await tenantWith({ extraParameters: { prompt: 'select_account' } });
    const [one, other] = [await begin({ loginHint: 'ada@example.com' }), await begin()];
    const { origin, searchParams } = new URL(one.authorizationUrl);
    expect(origin).toBe('https://idp.example.com');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'platform',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: 'ada@example.com',
      prompt: 'select_account',
      state: one.state,
    });
    expect(searchParams.get('nonce')).toBeTruthy();
    expect(one.state.startsWith('login-1.')).toBe(true);
    expect(one.state).not.toBe(other.state);
    expect(one.authorizationUrl).not.toContain(standInClient.clientSecret);
  });

  test('rejects a callback on another site, a disabled connector, and other callers', async () => {
    const { begin, api, path, tenantId } = await tenantWith();
    for (const redirectUri of ['https://evil.example.com/login/callback/oidc-partner', ''])
      await expect(begin({ redirectUri })).rejects.toMatchObject({ code: 'invalid_parameter' });
    await api.patch(path, { body: { enabled: false } });
    await expect(begin()).rejects.toMatchObject({ code: 'not_found' });
    const directory = on.rpcAs('directory').service('platform.identity.v1.Social');
    await expect(directory.Begin({ tenantId }, deadline)).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});

describe('Complete', () => {
  test('returns the identity, and that it is not linked yet', async () => {
    const { signIn, api, path } = await tenantWith();
    const { result } = await signIn();
    expect(result).toMatchObject({
      outcome: 'IDENTIFIED',
      provider: 'oidc-partner',
      issuer: 'https://idp.example.com',
      subject: 'ada-at-partner',
      email: 'ada@example.com',
      emailVerified: true,
      linkedUserId: '',
      linkCandidateUserId: '',
      signUpAllowed: true,
      acr: '',
    });
    expect(JSON.parse(result.attributesJson)).toMatchObject({ givenName: 'Ada' });
    const { body } = await api.get(path);
    expect(body).toMatchObject({ health: 'ok', lastUsedAt: expect.any(String) });
  });

  test('links the identity when the hub has identified the user, and recognizes it from then on', async () => {
    const { tenant, signIn, complete, describeUser } = await tenantWith();
    const { state } = await signIn();
    const userId = newId('user');
    const linked = await complete({ state, userId });
    expect(linked).toMatchObject({ outcome: 'LINKED', linkedUserId: userId });
    expect((await signIn()).result.linkedUserId).toBe(userId);
    expect((await describeUser(userId)).identities).toMatchObject([
      { provider: 'oidc-partner', subject: 'ada-at-partner', email: 'ada@example.com' },
    ]);
    expect(await on.events(tenant.id, 'user.identity_linked')).toMatchObject([
      { provider: 'oidc-partner', user: { id: userId } },
    ]);
    const { state: later } = await signIn();
    expect(await complete({ state: later, userId: newId('user') })).toMatchObject({
      outcome: 'REFUSED',
      reason: 'identity_taken',
    });
  });

  test('recognizes a user created by the directory for the identity', async () => {
    const { tenant, signIn } = await tenantWith();
    const userId = newId('user');
    const issuer = connectionIssuer('https://idp.example.com', 'oidc-partner');
    const identities = [{ issuer, subject: ada.sub }];
    on.platform.directory.setUser(tenant.id, userId, {
      userJson: JSON.stringify({ id: userId, identities }),
    });
    expect((await signIn()).result.linkedUserId).toBe(userId);
  });

  test.each([
    ['ask', true, { needsProof: true }],
    ['verified_email', true, { needsProof: false }],
    ['verified_email', false, { needsProof: true }],
    ['never', true, undefined],
  ])(
    'offers an account with the address: linking %s, verified %s',
    async (linking, verified, expected) => {
      const { tenant, signIn } = await tenantWith({ linking });
      const userId = known(tenant, 'ada@example.com');
      const { result } = await signIn({
        ...ada,
        sub: `ada-${verified}`,
        email_verified: verified,
      } as typeof ada);
      expect(result.linkedUserId).toBe('');
      expect(result.linkCandidateUserId).toBe(expected ? userId : '');
      expect(result.linkNeedsProof).toBe(expected?.needsProof ?? false);
    },
  );

  test('an account whose user has never proven the address is not linked without a proof', async () => {
    const { tenant, signIn } = await tenantWith({ linking: 'verified_email' });
    const squatter = known(tenant, 'ada@example.com', false);
    const { result } = await signIn();
    expect(result).toMatchObject({ linkCandidateUserId: squatter, linkNeedsProof: true });
  });

  test('an unverified address never opens the account that has it (nOAuth)', async () => {
    const { tenant, signIn } = await tenantWith({ linking: 'verified_email' });
    known(tenant, 'victim@example.com');
    const mallory = { sub: 'mallory', email: 'victim@example.com', email_verified: false };
    const { result } = await signIn(mallory);
    expect(result).toMatchObject({ linkedUserId: '', linkNeedsProof: true, emailVerified: false });
  });

  test('accepts only verified addresses of the listed domains', async () => {
    const { signIn } = await tenantWith({ allowedEmailDomains: ['example.com'] });
    expect((await signIn()).result.outcome).toBe('IDENTIFIED');
    for (const account of [
      { sub: 'x', email: 'x@example.org', email_verified: true },
      { sub: 'y', email: 'y@example.com', email_verified: false },
    ])
      expect((await signIn(account)).result).toMatchObject({
        outcome: 'REFUSED',
        reason: 'email_domain_not_allowed',
      });
  });

  test('returns the same result again only for the same login', async () => {
    const { complete, signIn } = await tenantWith();
    const { given, result } = await signIn();
    expect(await complete(given)).toEqual(result);
    expect(await complete({ ...given, loginId: 'login-2' })).toMatchObject({
      outcome: 'REFUSED',
      reason: 'state_unknown',
    });
    const stranger = await tenantWith();
    expect((await stranger.complete(given)).reason).toBe('state_unknown');
  });

  test('redeems a code once, even concurrently', async () => {
    const { begin, complete } = await tenantWith();
    const { authorizationUrl, state } = await begin();
    const code = (await idp.signIn(authorizationUrl, ada)).searchParams.get('code') ?? '';
    const iss = 'https://idp.example.com';
    const all = await Promise.all(Array.from({ length: 8 }, () => complete({ state, code, iss })));
    const reasons = all.filter(({ outcome }) => outcome === 'REFUSED').map(({ reason }) => reason);
    expect(all.some(({ outcome }) => outcome === 'IDENTIFIED')).toBe(true);
    expect(reasons.every((reason) => reason === 'state_used')).toBe(true);
  });

  test('rejects a response of another issuer (mix-up), a canceled sign-in and a stolen code', async () => {
    const { begin, complete } = await tenantWith();
    const one = await begin();
    const answer = (await idp.signIn(one.authorizationUrl, ada)).searchParams;
    const code = answer.get('code') ?? '';
    const mixed = { state: one.state, code, iss: 'https://evil.example.com' };
    expect(await complete(mixed)).toMatchObject({ outcome: 'REFUSED', reason: 'response_invalid' });
    const canceled = await begin();
    const denied = (await idp.cancel(canceled.authorizationUrl)).searchParams;
    const error = denied.get('error') ?? '';
    expect(error).toBe('access_denied');
    expect(
      (await complete({ state: canceled.state, error, iss: denied.get('iss') ?? '' })).reason,
    ).toBe('access_denied');
    // The code of another sign-in: the PKCE verifier does not match.
    const [victim, thief] = [await begin(), await begin()];
    const stolen = (await idp.signIn(victim.authorizationUrl, ada)).searchParams;
    const injected = { state: thief.state, code: stolen.get('code') ?? '', iss: idp.issuer };
    expect(await complete(injected)).toMatchObject({
      outcome: 'REFUSED',
      reason: 'response_invalid',
    });
  });

  test.each([
    [
      'payload',
      (parts: string[]) => [
        parts[0],
        parts[1]?.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
        parts[2],
      ],
    ],
    ['signature', (parts: string[]) => [parts[0], parts[1], 'AAAA']],
    [
      'algorithm none',
      (parts: string[]) => [Buffer.from('{"alg":"none"}').toString('base64url'), parts[1], ''],
    ],
  ])('rejects an ID token with another %s', async (_, change) => {
    const { signIn } = await tenantWith();
    idp.tamper = (body) => ({
      ...body,
      id_token: change(String(body['id_token']).split('.')).join('.'),
    });
    const { result } = await signIn();
    idp.tamper = undefined;
    expect(result).toMatchObject({ outcome: 'REFUSED' });
  });

  test('reports a failing connector if its secret is wrong', async () => {
    const { signIn, api, path } = await tenantWith({ clientSecret: 'not-the-secret-of-it' });
    expect((await signIn()).result.reason).toBe('client_rejected');
    expect((await api.get(path)).body.health).toBe('failing');
  });
});

describe('GitHub', () => {
  const signIn = async () => {
    const on_ = await tenantWith({}, 'github');
    const { state } = await on_.begin();
    return on_.complete({ state, code: 'abc' });
  };

  test('returns the profile and its primary address', async () => {
    githubUser = { id: 7, login: 'ada', name: 'Ada', email: 'public@example.com' };
    githubEmails = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'ada@example.com', primary: true, verified: true },
    ];
    expect(await signIn()).toMatchObject({
      outcome: 'IDENTIFIED',
      issuer: 'https://github.com',
      subject: '7',
      email: 'ada@example.com',
      emailVerified: true,
    });
  });

  test('does not vouch for unverified addresses', async () => {
    githubEmails = [{ email: 'ada@example.com', primary: true, verified: false }];
    expect(await signIn()).toMatchObject({ email: 'ada@example.com', emailVerified: false });
  });
});

test('a connector that a flow in use depends on cannot be deleted', async () => {
  const { api, path } = await tenantWith();
  const { body: template } = await api.get('/api/v1/login-flows/templates');
  const social = template.find(({ id }: { id: string }) => id === 'social_first').definition;
  const definition = structuredClone(social);
  Object.assign(definition.steps[0].config, { methods: ['social'], connectors: ['oidc-partner'] });
  const { body: draft, status } = await api.put('/api/v1/login-flows/draft', { body: definition });
  expect([status, draft.problems]).toEqual([200, expect.anything()]);
  const activated = await api.post('/api/v1/login-flows/activate', {
    body: { source: 'draft', expectedActiveVersion: 0, expectedDraftRevision: draft.revision },
  });
  expect(activated.status).toBe(200);
  const rejected = await api.delete(path);
  expect(rejected.status).toBe(409);
  expect(rejected.body).toMatchObject({ code: 'invalid_state', errors: [{ code: 'in_use' }] });
});

describe('linking an identity in the account', () => {
  const me = '/api/v1/me';
  /** Proves an identity for a user, and returns the response of the provider. */
  async function proven(tenant: TestTenant, userId: string) {
    const claims = { sid: 'session' };
    const scopes = ['self.read', 'self.write'];
    const api = await on.platform.as({ tenant, userId, scopes, claims });
    const begun = await api.post(`${me}/identities`, { body: { provider: 'oidc-partner' } });
    const { authorizationUrl, state } = begun.body;
    const answer = (await idp.signIn(authorizationUrl, ada)).searchParams;
    const body = { state, code: answer.get('code'), iss: answer.get('iss') };
    return { api, body, complete: () => api.post(`${me}/identities:complete`, { body }) };
  }

  test('links what the user has proven, once', async () => {
    const { tenant, describeUser } = await tenantWith();
    const userId = newId('user');
    const { api, complete } = await proven(tenant, userId);
    const linked = await complete();
    expect([linked.status, linked.body.provider, linked.body.email]).toEqual([
      200,
      'oidc-partner',
      ada.email,
    ]);
    expect((await api.get(`${me}/identities`)).body.data).toEqual([linked.body]);
    expect((await api.get(`${me}/identity-providers`)).body.data).toEqual([
      { provider: 'oidc-partner', displayName: expect.any(String) },
    ]);
    expect((await describeUser(userId)).identities).toMatchObject([{ subject: ada.sub }]);
    expect(await on.events(tenant.id, 'user.identity_linked')).toEqual([
      { user: { id: userId }, provider: 'oidc-partner' },
    ]);
  });

  test('accepts no response that another user asked for', async () => {
    const { tenant, describeUser } = await tenantWith();
    const { body } = await proven(tenant, newId('user'));
    const victim = newId('user');
    const scopes = ['self.write'];
    const other = await on.platform.as({ tenant, userId: victim, scopes });
    const answer = await other.post(`${me}/identities:complete`, { body });
    expect(answer.body.code).toBe('invalid_state');
    expect((await describeUser(victim)).identities).toEqual([]);
  });

  test('leaves an identity with the user who has it', async () => {
    const { tenant } = await tenantWith();
    await (await proven(tenant, newId('user'))).complete();
    const second = await (await proven(tenant, newId('user'))).complete();
    expect(second.body.code).toBe('already_exists');
  });
});
