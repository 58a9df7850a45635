import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const bearer = 'bearer-of-the-hub-1234567890';
const deadline = { deadlineMs: 30_000 };
const password = 'correct horse battery staple';

let on: ExperiencePlatform;
beforeAll(async () => {
  on = await experiencePlatform(
    {},
    {
      'platform.security-events.identity-service.bearer': bearer,
      'platform.idp-facade.password.argon2-memory-kib': '7168',
      'platform.idp-facade.password.argon2-time': '5',
    },
  );
});
afterAll(() => on.stop());

async function person(tenant: TestTenant, hasAddress = true): Promise<string> {
  const id = newId('user');
  const identifiers = hasAddress
    ? [{ kind: 'email', value: `${id}@example.com`, verified: true }]
    : [];
  on.platform.directory.setUser(tenant.id, id, {
    userJson: JSON.stringify({ id, locale: 'de' }),
    identifiers,
  });
  return id;
}

const credentials = () => on.rpcAs('hub').service('platform.identity.v1.Credentials');

async function send(
  tenant: TestTenant,
  events: object[],
  headers: Record<string, string> = { authorization: `Bearer ${bearer}` },
) {
  const { httpPort } = on.platform.service;
  const url = `http://127.0.0.1:${httpPort}/internal/tenants/${tenant.id}/security-events`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ events }),
  });
  return { status: response.status, body: (await response.json()) as any };
}

const eventOf = (type: string, userId: string) => ({
  id: newId('event'),
  type,
  occurredAt: '2026-11-20T05:41:00.123Z',
  subject: { type: 'user', id: userId },
  data: {},
});

const mailsTo = (tenant: TestTenant, userId: string) =>
  on.sql<{ type: string; recipient: string }>(
    'SELECT type, recipient FROM email_messages WHERE tenant_id = $1 AND user_id = $2 ORDER BY id',
    [tenant.id, userId],
  );

describe('POST /internal/tenants/{tenantId}/security-events', () => {
  test('requires a leaked password to be changed, emits an event and notifies the user', async () => {
    const { tenant } = await on.tenant();
    const userId = await person(tenant);
    const tenantId = tenant.id;
    await credentials().SetPassword({ tenantId, userId, password }, deadline);
    const event = eventOf('credential_compromised', userId);
    expect(await send(tenant, [event])).toEqual({
      status: 200,
      body: { accepted: 1, duplicates: 0 },
    });
    expect((await credentials().Describe({ tenantId, userId }, deadline)).mustChange).toBe(true);
    expect(await on.events(tenantId, 'user.credential_compromised')).toHaveLength(1);
    expect(await on.events(tenantId, 'user.password_reset_required')).toHaveLength(1);
    await eventuallyPasses(async () => {
      expect(await mailsTo(tenant, userId)).toEqual([
        { type: 'credential_compromised', recipient: `${userId}@example.com` },
      ]);
    });
    expect((await send(tenant, [event])).body).toEqual({ accepted: 0, duplicates: 1 });
    expect(await on.events(tenantId, 'user.credential_compromised')).toHaveLength(1);
  });

  test('throttles attempts after a login was blocked, and notifies the user', async () => {
    const { tenant } = await on.tenant();
    const userId = await person(tenant);
    const tenantId = tenant.id;
    await credentials().SetPassword({ tenantId, userId, password }, deadline);
    await send(tenant, [eventOf('login_blocked', userId)]);
    const request = { tenantId, userId, method: 'password', loginId: 'l' };
    const responseJson = JSON.stringify({ password });
    const verdict = await credentials().VerifyChallenge({ ...request, responseJson }, deadline);
    expect(verdict.outcome).toBe('LOCKED');
    await eventually(async () => (await mailsTo(tenant, userId))[0]?.type === 'account_blocked');
  });

  test('ends the challenges of a disabled account', async () => {
    const { tenant } = await on.tenant();
    const userId = await person(tenant);
    const begun = { tenantId: tenant.id, userId, method: 'totp', purpose: 'enroll', loginId: 'l' };
    await credentials().BeginChallenge(begun, deadline);
    await send(tenant, [eventOf('account_disabled', userId), eventOf('something_new', userId)]);
    expect(
      await on.sql('SELECT id FROM challenges WHERE tenant_id = $1 AND used_at IS NULL', [
        tenant.id,
      ]),
    ).toEqual([]);
  });

  test('notifies the previous verified address of a change', async () => {
    const { tenant } = await on.tenant();
    const userId = await person(tenant);
    const changed = (previous: object, user: object = {}) => ({
      ...eventOf('identifier_changed', userId),
      data: { user: { id: userId, ...user }, changed: ['/email'], previous },
    });
    await send(tenant, [
      changed({ '/email': 'unverified@example.com', '/emailVerified': false }),
      changed({ '/email': 'old@example.com', '/emailVerified': true }),
      changed({ '/email': 'older@example.com' }, { emailVerified: true }),
      changed({ '/email': null, '/emailVerified': false }),
    ]);
    await eventuallyPasses(async () => {
      expect(await mailsTo(tenant, userId)).toHaveLength(2);
    });
    const mails = await mailsTo(tenant, userId);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([
      'old@example.com',
      'older@example.com',
    ]);
    expect(new Set(mails.map(({ type }) => type))).toEqual(new Set(['email_changed']));
  });

  test('accepts all events or none', async () => {
    const { tenant } = await on.tenant();
    const good = eventOf('new_device', await person(tenant));
    const { status } = await send(tenant, [good, { ...good, id: '' }]);
    expect(status).toBe(422);
    expect((await send(tenant, [good])).body).toEqual({ accepted: 1, duplicates: 0 });
  });

  test.each([
    [{}, 'token_missing', 401],
    [{ authorization: 'Bearer wrong' }, 'token_invalid', 401],
    [{ authorization: `Bearer ${bearer}`, 'x-platform-tenant': 'tnt_1' }, 'tenant_mismatch', 403],
  ])('rejects %j', async (headers, code, status) => {
    const { tenant } = await on.tenant();
    const answer = await send(tenant, [eventOf('new_device', 'x')], headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test.each([[[]], [Array.from({ length: 101 }, () => eventOf('new_device', 'x'))]])(
    'rejects a batch of another size',
    async (events) => {
      const { tenant } = await on.tenant();
      expect((await send(tenant, events)).status).toBe(422);
    },
  );
});

describe('security notices', () => {
  test('report a changed password once, but not the first one', async () => {
    const { tenant } = await on.tenant();
    const userId = await person(tenant);
    const tenantId = tenant.id;
    await credentials().SetPassword({ tenantId, userId, password }, deadline);
    await credentials().SetPassword({ tenantId, userId, password: `${password} 2` }, deadline);
    await credentials().Remove({ tenantId, userId }, deadline);
    await eventuallyPasses(async () => {
      const types = (await mailsTo(tenant, userId)).map(({ type }) => type).sort();
      expect(types).toEqual(['authenticator_removed', 'password_changed']);
    });
  });

  test('are sent only to verified addresses', async () => {
    const { tenant } = await on.tenant();
    const [silent, told] = [await person(tenant, false), await person(tenant)];
    for (const userId of [silent, told]) await send(tenant, [eventOf('new_device', userId)]);
    await eventually(async () => (await mailsTo(tenant, told)).length === 1);
    const done = () =>
      on.sql(
        `SELECT id FROM job WHERE tenant_id = $1 AND kind = 'security_notice' AND state = 'COMPLETED'`,
        [tenant.id],
      );
    await eventually(async () => (await done()).length === 2);
    expect(await mailsTo(tenant, silent)).toEqual([]);
  });

  test('are sent as one mail for many concurrent events', async () => {
    const { tenant } = await on.tenant();
    const userId = await person(tenant);
    const events = Array.from({ length: 3 }, () => eventOf('new_device', userId));
    expect((await send(tenant, events)).body).toEqual({ accepted: 3, duplicates: 0 });
    await eventually(async () => (await mailsTo(tenant, userId)).length > 0);
    const notices = await on.sql(
      `SELECT id FROM job WHERE tenant_id = $1 AND kind = 'security_notice'`,
      [tenant.id],
    );
    expect(notices).toHaveLength(1);
  });
});
