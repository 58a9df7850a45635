import { newId } from '@platform/kit/ids';
import type { Problem } from '@platform/kit/problem';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { eventually } from '@platform/testkit/eventually';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { experiencePath } from './experience-fixtures.ts';
import { facadeOf, openPlatform, startRemoteFacade } from './identity-service-fixtures.ts';
import type { Facade } from './identity-service-fixtures.ts';
import { startSmtpMailbox } from './mailbox.ts';
import type { SmtpMailbox } from './mailbox.ts';

const deadline = { deadlineMs: 30_000 };
const password = 'correct horse battery staple';
const flows = '/api/v1/login-flows';

let box: SmtpMailbox;
let on: ExperiencePlatform;
let embedded: Facade;
let remote: Facade;
beforeAll(async () => {
  box = await startSmtpMailbox();
  on = await openPlatform({
    'platform.idp-facade.smtp.host': '127.0.0.1',
    'platform.idp-facade.smtp.port': String(box.port),
    'platform.idp-facade.smtp.security': 'none',
    'platform.idp-facade.password.argon2-memory-kib': '7168',
    'platform.idp-facade.password.argon2-time': '5',
  });
  embedded = facadeOf(on, on.platform.service);
  remote = await startRemoteFacade(on, on.platform.baseUrl);
});
afterAll(async () => {
  await remote.stop();
  await embedded.stop();
  await on.stop();
  await box.stop();
});

const audited = async (tenant: TestTenant): Promise<string[]> => {
  const rows = await on.sql<{ data: any }>(
    `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND starts_with(subject, 'audit.') ORDER BY position`,
    [tenant.id],
  );
  return rows.map(({ data: { actor, data } }) =>
    [actor.type, data.operationId, data.status, data.sourceIp].join(' '),
  );
};

/** The problem that a gRPC call ends with. */
const refusalOf = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => expect.fail('the call was answered'),
    (error: unknown) => error as Problem,
  );

/** Requirements on every identity service, checked through a facade. */
describe.each([
  ['in this process', () => embedded],
  ['elsewhere', () => remote],
])('an identity service %s', (_where, facadeUnderTest) => {
  const fresh = async () => (await on.tenant()).tenant;
  const call = (...args: Parameters<Facade['call']>) => facadeUnderTest().call(...args);
  const rpc = (account = 'hub') => facadeUnderTest().rpcAs(account);
  const credentials = (account = 'hub') => rpc(account).service('platform.identity.v1.Credentials');

  describe('operations', () => {
    test('store changes with a version, one event and one audit record', async () => {
      const tenant = await fresh();
      const path = `${experiencePath}/branding`;
      const first = await call(tenant, 'put', path, { body: { displayName: 'Acme' } });
      expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"']);
      const read = await call(tenant, 'get', path);
      expect([read.body, read.headers.get('etag')]).toEqual([first.body, '"1"']);
      const known = await call(tenant, 'get', path, { headers: { 'if-none-match': '"1"' } });
      expect(known.status).toBe(304);
      expect(await on.events(tenant.id, 'login_experience.branding_updated')).toHaveLength(1);
      expect(await audited(tenant)).toEqual(['client loginExperiencePutBranding 200 203.0.113.7']);
    });

    test('reject stale versions and invalid requests with the same errors', async () => {
      const tenant = await fresh();
      const path = `${experiencePath}/branding`;
      await call(tenant, 'put', path, { body: { displayName: 'Acme' } });
      const stale = await call(tenant, 'put', path, {
        body: {},
        headers: { 'if-match': '"7"' },
      });
      expect([stale.status, stale.body.code, stale.headers.get('etag')]).toEqual([
        412,
        'precondition_failed',
        '"1"',
      ]);
      expect((await call(tenant, 'put', path, { body: { colour: 'red' } })).body).toMatchObject({
        status: 422,
        code: 'validation_failed',
        instance: path,
        errors: [{ pointer: '/colour', code: 'unknown_member' }],
      });
      const pale = { colors: { text: '#EEEEEE', surface: '#FFFFFF' } };
      const refused = await call(tenant, 'put', path, { body: pale });
      expect(refused.status).toBe(422);
      expect(refused.body.errors[0]).toMatchObject({ code: 'contrast_too_low' });
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
    });

    test('return the same response for an idempotency key, and hide resources from other tenants', async () => {
      const tenant = await fresh();
      const path = `${experiencePath}/social-connectors/github`;
      const request = {
        body: { clientId: 'gh', clientSecret: 'a-secret-of-github' },
        headers: { 'idempotency-key': newId('request') },
      };
      const created = await call(tenant, 'post', path, request);
      const again = await call(tenant, 'post', path, request);
      expect([created.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual(created.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const conflict = await call(tenant, 'post', path, { body: request.body });
      expect([conflict.status, conflict.body.code]).toEqual([409, 'already_exists']);
      const other = await fresh();
      expect((await call(other, 'get', path)).status).toBe(404);
      expect((await call(tenant, 'delete', path)).body).toEqual({ id: 'github', deleted: true });
      expect((await call(tenant, 'delete', path)).status).toBe(404);
    });

    test('pass queries and paths on unchanged', async () => {
      const tenant = await fresh();
      const body = { subject: 'Hallo', html: '<p>{{ code }}</p>' };
      const path = `${experiencePath}/email-templates/sign_in_code`;
      expect((await call(tenant, 'put', `${path}?locale=de-CH`, { body })).status).toBe(200);
      expect((await call(tenant, 'get', `${path}?locale=de-CH`)).body).toMatchObject({
        locale: 'de-CH',
        source: 'custom',
      });
      const bad = await call(tenant, 'get', `${path}?locale=%2F%2F`);
      expect([bad.status, bad.body.code]).toEqual([400, 'invalid_parameter']);
      expect((await call(tenant, 'get', `${experiencePath}/email-templates/unknown`)).status).toBe(
        404,
      );
      expect((await call(tenant, 'get', `${path}?colour=red`)).status).toBe(400);
    });

    test('activate a login flow that logins then use', async () => {
      const tenant = await fresh();
      const templates = await call(tenant, 'get', `${flows}/templates`);
      expect(templates.body.map(({ id }: { id: string }) => id)).toContain('password_only');
      const applied = await call(tenant, 'post', `${flows}/templates/password_only/apply`);
      expect(applied.status).toBe(200);
      const activated = await call(tenant, 'post', `${flows}/activate`, {
        body: { source: 'draft', expectedActiveVersion: 0 },
      });
      expect([activated.status, activated.body.version]).toEqual([200, 1]);
      const login = rpc().service('platform.identity.v1.LoginExperience');
      const question = { tenantId: tenant.id, clientId: 'console', uiLocales: ['de', 'en'] };
      const answer = await login.ResolveLogin(question, deadline);
      expect(answer).toMatchObject({ version: 1, notModified: false, locale: 'en' });
      const known = { ...question, knownEtag: answer.etag };
      expect((await login.ResolveLogin(known, deadline)).notModified).toBe(true);
      const pinned = { ...question, pinnedVersion: 0 };
      expect((await login.ResolveLogin(pinned, deadline)).version).toBe(0);
    });
  });

  describe('calls of other services', () => {
    test('sets, verifies, describes and removes passwords', async () => {
      const { id: tenantId } = await fresh();
      const userId = newId('user');
      await credentials().SetPassword({ tenantId, userId, password }, deadline);
      const attempt = (given: string) =>
        credentials().VerifyChallenge(
          {
            tenantId,
            userId,
            method: 'password',
            responseJson: JSON.stringify({ password: given }),
          },
          deadline,
        );
      expect(await attempt(password)).toMatchObject({
        outcome: 'SUCCESS',
        userId,
        amr: ['pwd'],
        factorKinds: ['knowledge'],
      });
      expect((await attempt('wrong')).outcome).toBe('FAILURE');
      expect(await credentials().Describe({ tenantId, userId }, deadline)).toMatchObject({
        hasPassword: true,
        authenticators: [],
      });
      await credentials().Remove({ tenantId, userId }, deadline);
      const gone = await refusalOf(credentials().Remove({ tenantId, userId }, deadline));
      expect(gone.code).toBe('not_found');
      expect(await on.events(tenantId, 'user.authenticator_removed')).toHaveLength(1);
    });

    test('names the rule that a password breaks', async () => {
      const { id: tenantId } = await fresh();
      const short = { tenantId, userId: newId('user'), password: 'short' };
      const refused = await refusalOf(credentials().SetPassword(short, deadline));
      const beforehand = await refusalOf(credentials().CheckPassword(short, deadline));
      const { detail, errors } = refused.details;
      expect([beforehand.code, beforehand.details]).toMatchObject([
        refused.code,
        { detail, errors },
      ]);
      expect(await credentials().CheckPassword({ tenantId, password }, deadline)).toEqual({});
      const own = {
        tenantId,
        password: 'ada.of.lovelace',
        forbidden: ['ada.of.lovelace@example.com'],
      };
      const named = await refusalOf(credentials().CheckPassword(own, deadline));
      expect(named.details.errors?.[0]?.code).toBe('password_blocked');
      expect(named.details.members).toEqual({ reason: 'personal' });
      expect([refused.code, refused.details.detail]).toEqual([
        'invalid_state',
        expect.stringContaining('password'),
      ]);
    });

    test('enrolls an authenticator app and challenges it', async () => {
      const { id: tenantId } = await fresh();
      const userId = newId('user');
      const order = { tenantId, userId, method: 'totp', loginId: 'login-1' };
      const begun = await credentials().BeginChallenge({ ...order, purpose: 'enroll' }, deadline);
      const { secret } = JSON.parse(begun.publicJson) as { secret: string };
      const code = (steps: number) =>
        new TOTP({ secret: Secret.fromBase32(secret) }).generate({
          timestamp: on.clock.now() + steps * 30_000,
        });
      const answer = (challengeId: string, steps: number) =>
        credentials().VerifyChallenge(
          { ...order, challengeId, responseJson: JSON.stringify({ code: code(steps) }) },
          deadline,
        );
      const enrolled = await answer(begun.challengeId, 0);
      expect(enrolled).toMatchObject({ outcome: 'SUCCESS', purpose: 'enroll', userId });
      const asked = await credentials().BeginChallenge(
        { ...order, purpose: 'authenticate' },
        deadline,
      );
      expect((await answer(asked.challengeId, 1)).outcome).toBe('SUCCESS');
      const { authenticatorId } = enrolled;
      await credentials().Remove({ tenantId, userId, authenticatorId }, deadline);
      const left = await credentials().Describe({ tenantId, userId }, deadline);
      expect(left.authenticators).toEqual([]);
    });

    test('remembers a browser, recognizes it and forgets it', async () => {
      const { id: tenantId } = await fresh();
      const user = { tenantId, userId: newId('user'), deviceDigest: 'ab'.repeat(32) };
      const order = { ...user, loginId: 'login-1', trustedSeconds: 3_600 };
      expect((await credentials().RememberDevice(order, deadline)).isNew).toBe(false);
      const found = await credentials().Describe(user, deadline);
      expect(found).toMatchObject({ deviceKnown: true, deviceTrusted: true });
      const authenticatorId = found.devices[0]?.id ?? '';
      await credentials().Remove({ ...user, authenticatorId }, deadline);
      expect((await credentials().Describe(user, deadline)).deviceKnown).toBe(false);
    });

    test('imports credentials once per key', async () => {
      const { id: tenantId } = await fresh();
      const item = {
        userId: newId('user'),
        kind: 'password',
        value: password,
        key: newId('event'),
      };
      const importAll = async () => {
        const order = { tenantId, items: [item] };
        const { results } = await credentials('directory').ImportCredentials(order, deadline);
        return results.map(({ outcome }) => outcome);
      };
      expect([await importAll(), await importAll()]).toEqual([['APPLIED'], ['DUPLICATE']]);
    });

    test('sends an e-mail once per key', async () => {
      const { id: tenantId } = await fresh();
      const to = `${newId('user').slice(-10)}@example.com`;
      const order = {
        tenantId,
        to,
        idempotencyKey: newId('event'),
        type: 'sign_in_code',
        code: '123456',
        variables: {},
      };
      const mail = rpc().service('platform.identity.v1.Mail');
      const first = await mail.Send(order, deadline);
      expect((await mail.Send(order, deadline)).emailId).toBe(first.emailId);
      const received = () =>
        box.mails.filter((each) => [each.to].flat().some((one) => one?.text === to));
      await eventually(() => received().length > 0);
      expect(received()).toHaveLength(1);
    });

    test('serves the style sheet of a branding unchanged', async () => {
      const tenant = await fresh();
      const body = { customCss: '.card{border-width:2px}' };
      await call(tenant, 'put', `${experiencePath}/branding`, { body });
      const login = rpc().service('platform.identity.v1.LoginExperience');
      const { themePath } = await login.ResolveLogin(
        { tenantId: tenant.id, clientId: 'console' },
        deadline,
      );
      const sha256 = /([0-9a-f]{64})/.exec(themePath)?.[1] ?? '';
      const asset = await login.GetAsset({ tenantId: tenant.id, sha256 }, deadline);
      expect(asset.contentType).toBe('text/css; charset=utf-8');
      expect(Buffer.from(asset.content).toString()).toContain('border-width:2px');
      const unknown = { tenantId: tenant.id, sha256: '0'.repeat(64) };
      expect((await refusalOf(login.GetAsset(unknown, deadline))).code).toBe('not_found');
      const host = { host: 'nobody.example.com' };
      expect((await refusalOf(login.ResolveHost(host, deadline))).code).toBe('not_found');
    });

    test('exports and erases a user, and stores the response by request id', async () => {
      const { id: tenantId } = await fresh();
      const userId = newId('user');
      await credentials().SetPassword({ tenantId, userId, password }, deadline);
      const subjects = rpc('compliance').service('platform.datasubject.v1.DataSubject');
      const request = { tenantId, userId, requestId: newId('request') };
      const sections: string[] = [];
      for await (const { section } of subjects.Export(request, deadline) as AsyncIterable<any>)
        sections.push(section);
      expect(sections).toContain('password');
      const erased = await subjects.Erase({ ...request, phase: 'erase' }, deadline);
      expect(erased).toMatchObject({ outcome: 'DONE', peer: 'identity-facade' });
      expect(await subjects.Erase({ ...request, phase: 'erase' }, deadline)).toEqual(erased);
      const left = await credentials().Describe({ tenantId, userId }, deadline);
      expect(left.hasPassword).toBe(false);
    });

    test('rejects unauthorized services and invalid tenant ids', async () => {
      const { id: tenantId } = await fresh();
      const question = { tenantId, userId: newId('user') };
      const stranger = credentials('outbound');
      expect((await refusalOf(stranger.Describe(question, deadline))).code).toBe(
        'caller_not_allowed',
      );
      const nobody = { ...question, tenantId: 'tnt_1' };
      expect(['invalid_parameter', 'not_found']).toContain(
        (await refusalOf(credentials().Describe(nobody, deadline))).code,
      );
    });
  });
});

describe('the surface of an identity service', () => {
  const actorOf = (tenantId: string) =>
    Buffer.from(
      JSON.stringify({ type: 'service', id: 'hub', clientId: 'hub', tenantId, scopes: [] }),
    ).toString('base64url');
  async function ask(
    tenantId: string,
    { account = 'identity-service', audience = 'identity-tenant-facade', ...more } = {} as {
      account?: string;
      audience?: string;
      headers?: Record<string, string>;
      path?: string;
    },
  ) {
    const token = await on.platform.cluster.mint(account, audience);
    const headers = {
      authorization: `Bearer ${token}`,
      'x-platform-tenant': tenantId,
      'x-platform-actor': actorOf(tenantId),
      ...more.headers,
    };
    const path = more.path ?? 'login-experience/branding';
    return on.platform.call('get', `/internal/tenants/${tenantId}/${path}`, { headers });
  }

  test('accepts only the facade', async () => {
    const { tenant } = await on.tenant();
    expect((await ask(tenant.id)).status).toBe(200);
    expect((await ask(tenant.id, { account: 'hub' })).body.code).toBe('caller_not_allowed');
    expect((await ask(tenant.id, { audience: 'hub' })).status).toBe(401);
    const path = `users/${newId('user')}/credentials`;
    expect((await ask(tenant.id, { path })).body).toMatchObject({ hasPassword: false });
    expect((await ask(tenant.id, { path, audience: 'hub' })).status).toBe(401);
    expect((await ask(tenant.id, { path: 'nothing' })).status).toBe(404);
  });

  test('requires the same tenant in the path, the header and the actor', async () => {
    const { tenant } = await on.tenant();
    const { tenant: other } = await on.tenant();
    const paths = ['login-experience/branding', `users/${newId('user')}/credentials`];
    for (const path of paths) {
      for (const [name, value] of [
        ['x-platform-tenant', other.id],
        ['x-platform-actor', actorOf(other.id)],
      ] as const)
        expect((await ask(tenant.id, { path, headers: { [name]: value } })).body.code).toBe(
          'tenant_mismatch',
        );
      const headers = { 'x-platform-actor': '!' };
      expect((await ask(tenant.id, { path, headers })).body.code).toBe('malformed_request');
    }
  });
});
