import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInFamilies } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { startService } from '@platform/kit/service';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { eventually } from '@platform/testkit/eventually';
import { fga } from '../src/service.ts';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';
import { openBucket } from '@platform/testkit/stores';

let platform: AccessPlatform;
let n = 0;
const families = { preview: { enable: 'never', areas: ['preview'] } };

beforeAll(async () => {
  platform = await accessPlatform({
    'platform.capability.families': JSON.stringify(families),
    'platform.capability.default-new-tenant-families': Object.keys(builtInFamilies)
      .filter((f) => f !== 'webhooks')
      .join(','),
  });
});
afterAll(() => platform.stop());

const aTenant = (): TestTenant => platform.hub.tenant(`tenant-${++n}`);
const operate = async (
  method: string,
  path: string,
  body?: unknown,
  {
    account = 'entitlements-operator',
    audience = 'entitlements-operator',
    header = 'authorization',
  } = {},
) =>
  platform.call(method, `/internal/entitlements/${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { [header]: `Bearer ${await platform.cluster.mint(account, audience)}` },
  });
const put = (tenant: TestTenant, family: string, body: object) =>
  operate('put', `${tenant.id}/${family}`, { reason: 'asked for', ...body });
const list = async (tenant: TestTenant): Promise<Record<string, any>> =>
  Object.fromEntries(
    (await (await platform.api(tenant)).get('/api/v1/entitlements')).body.data.map(
      (e: { family: string }) => [e.family, e],
    ),
  );
const kv = (tenant: TestTenant) =>
  platform.service.platform.bus.get<{
    revision: number;
    families: { family: string; entitled: boolean }[];
  }>('entitlements', tenant.id);

describe('entitlementsList', () => {
  test('stores the default set on first use, even concurrently, and writes it to the bucket', async () => {
    const tenant = aTenant();
    const api = await platform.api(tenant);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.get('/api/v1/entitlements')),
    );
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200]);
    const { data, ...rest } = answers[0]!.body;
    expect(rest).toEqual({ nextCursor: null, hasMore: false });
    const all = Object.fromEntries(data.map((e: { family: string }) => [e.family, e]));
    expect(all['core']).toMatchObject({
      entitled: true,
      source: 'always',
      since: null,
      areas: ['applications', 'apis', 'clients', 'settings', 'events', 'roles'],
    });
    expect(all['directory']).toMatchObject({
      entitled: true,
      source: 'default',
      reason: null,
      expiresAt: null,
      displayName: 'Directory',
      since: expect.any(String),
    });
    expect(all['webhooks']).toMatchObject({ entitled: false, source: 'default' });
    expect(all['preview']).toMatchObject({
      entitled: false,
      source: 'never',
      displayName: 'preview',
    });
    expect(await eventually(() => kv(tenant))).toMatchObject({
      revision: 1,
      families: expect.arrayContaining([
        { family: 'webhooks', entitled: false, areas: ['webhooks', 'webhook-schemas'] },
      ]),
    });
  });

  test('later defaults do not affect existing tenants', async () => {
    const tenant = aTenant();
    await list(tenant);
    const sources = await platform.sources('fga', 'fga');
    const pod = await startService(fga, sources, { holder: 'second', log: silentLog });
    const token = await platform.hub.token({ tenant });
    const answer = await fetch(`http://127.0.0.1:${pod.httpPort}/api/v1/entitlements`, {
      headers: {
        authorization: `Bearer ${token}`,
        'x-platform-service-authorization': `Bearer ${await platform.gatewayToken()}`,
      },
    });
    const { data } = (await answer.json()) as { data: { family: string; entitled: boolean }[] };
    expect(data.find((e) => e.family === 'webhooks')?.entitled).toBe(false);
    await pod.close();
  });
});

describe('entitlementsOperatorPut', () => {
  test('revokes and grants, emits events, and updates the bucket', async () => {
    const tenant = aTenant();
    await list(tenant);
    const { status, body } = await put(tenant, 'fga', {
      entitled: false,
      reason: 'contract ended',
    });
    expect([status, body]).toMatchObject([
      200,
      { family: 'fga', entitled: false, source: 'operator', reason: 'contract ended' },
    ]);
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'entitlement.changed',
      subject: { type: 'tenant', id: tenant.id },
      data: {
        family: 'fga',
        entitled: false,
        reason: 'contract ended',
        actor: { type: 'service', id: 'entitlements-operator' },
      },
    });
    expect((await list(tenant))['fga']).toEqual(body);
    await eventually(async () => ((await kv(tenant))?.revision === 2 ? true : undefined));
    expect((await kv(tenant))?.families.find((f) => f.family === 'fga')?.entitled).toBe(false);
    expect((await put(tenant, 'webhooks', { entitled: true })).body).toMatchObject({
      entitled: true,
      source: 'operator',
    });
    const [audit] = await platform.sql<{ data: any }>(
      `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject LIKE 'audit.%entitlementsOperatorPut' LIMIT 1`,
      [tenant.id],
    );
    expect(audit?.data.actor).toMatchObject({ type: 'service', id: 'entitlements-operator' });
  });

  test('a family without its requirements is also disabled, with an event', async () => {
    const tenant = aTenant();
    await put(tenant, 'directory', { entitled: false });
    expect((await list(tenant))['federation']).toMatchObject({
      entitled: false,
      source: 'default',
    });
    const changed = (await platform.events(tenant))
      .filter((e) => e.type === 'entitlement.changed')
      .map((e) => [e.data.family, e.data.entitled]);
    expect(changed).toEqual([
      ['directory', false],
      ['federation', false],
    ]);
  });

  test.each([
    ['core', false],
    ['preview', true],
  ] as const)('%s stays as it is', async (family, entitled) => {
    const tenant = aTenant();
    expect((await put(tenant, family, { entitled })).body).toMatchObject({
      status: 409,
      code: 'invalid_state',
    });
    expect((await put(tenant, family, { entitled: !entitled })).status).toBe(200);
  });

  test('expires, and the default applies again', async () => {
    const tenant = aTenant();
    const expiresAt = new Date(Date.now() + 2_000).toISOString();
    expect((await put(tenant, 'webhooks', { entitled: true, expiresAt })).body).toMatchObject({
      entitled: true,
      expiresAt,
    });
    await eventually(async () => ((await list(tenant))['webhooks'].entitled ? undefined : true));
    expect((await list(tenant))['webhooks']).toMatchObject({
      source: 'default',
      reason: null,
      expiresAt: null,
      since: expiresAt,
    });
    expect(
      (await put(tenant, 'webhooks', { entitled: true, expiresAt: '2020-01-01T00:00:00Z' })).status,
    ).toBe(422);
  });

  test('rejects unknown families', async () => {
    const tenant = aTenant();
    expect((await put(tenant, 'nothing', { entitled: true })).status).toBe(404);
    expect((await put(tenant, 'fga', { entitled: true, reason: '' })).body.errors[0].pointer).toBe(
      '/reason',
    );
    expect((await put(tenant, 'fga', { entitled: true, more: 1 })).body.errors[0].code).toBe(
      'unknown_member',
    );
    expect(
      (await operate('put', `${newId('tenant')}/fga`, { entitled: true, reason: 'x' })).status,
    ).toBe(404);
    expect((await operate('get', tenant.slug)).status).toBe(404);
  });
});

describe('the bucket', () => {
  test('is reconciled with the database', async () => {
    const [lost, ahead, other] = [aTenant(), aTenant(), aTenant()];
    for (const tenant of [lost, ahead, other]) {
      await list(tenant);
      await eventually(() => kv(tenant));
    }
    const bucket = await openBucket(platform.service.platform.bus.jetstream()!, 'entitlements');
    await bucket.delete(lost.id);
    await bucket.put(ahead.id, JSON.stringify({ version: 1_000, revision: 1_000, families: [] }));
    const { families: told } = (await kv(other))!;
    await bucket.put(
      other.id,
      JSON.stringify({
        version: 1,
        revision: 1,
        families: told.map((f) => (f.family === 'fga' ? { ...f, areas: ['fga', 'more'] } : f)),
      }),
    );
    const pod = await platform.startPod('auditor');
    try {
      await eventually(async () => ((await kv(other))?.revision === 2 ? true : undefined));
      for (const [tenant, revision] of [
        [lost, 2],
        [ahead, 1_001],
        [other, 2],
      ] as const) {
        await eventually(async () =>
          (await kv(tenant))?.revision === revision ? true : undefined,
        );
        expect((await kv(tenant))?.families).toEqual(told);
      }
    } finally {
      await pod.close();
    }
  });
});

describe('the operator channel', () => {
  test('accepts its account with either header, and no other', async () => {
    const tenant = aTenant();
    for (const header of ['authorization', 'x-platform-service-authorization'])
      expect((await operate('get', tenant.id, undefined, { header })).status).toBe(200);
    expect((await operate('get', tenant.id, undefined, { account: 'product-api' })).body.code).toBe(
      'caller_not_allowed',
    );
    expect((await operate('get', tenant.id, undefined, { audience: 'fga' })).status).toBe(401);
    expect((await platform.call('get', `/internal/entitlements/${tenant.id}`)).body.code).toBe(
      'token_missing',
    );
    const bearer = await platform.hub.token({ tenant });
    expect(
      (
        await platform.call('get', `/internal/entitlements/${tenant.id}`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).status,
    ).toBe(401);
  });

  test('is disabled by default', async () => {
    const sources = await platform.sources('fga', 'fga');
    const pod = await startService(fga, sources, { holder: 'closed', log: silentLog });
    const headers = {
      authorization: `Bearer ${await platform.cluster.mint('entitlements-operator', 'entitlements-operator')}`,
    };
    expect(
      (
        await fetch(`http://127.0.0.1:${pod.httpPort}/internal/entitlements/${aTenant().id}`, {
          headers,
        })
      ).status,
    ).toBe(404);
    await pod.close();
  });
});

describe('Entitlements/Get', () => {
  test('accepts only the gateway and the hub', async () => {
    const tenant = aTenant();
    const answer = await platform
      .peer('product-api')
      .service('platform.fga.v1.Entitlements')
      .Get({ tenantId: tenant.id });
    expect(answer.revision).toBe(1);
    expect(answer.families).toContainEqual({
      family: 'directory',
      entitled: true,
      areas: ['orgs', 'users', 'attribute-schema'],
    });
    await expect(
      platform
        .peer('outbound')
        .service('platform.fga.v1.Entitlements')
        .Get({ tenantId: tenant.id }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });
});

describe('Entitlements/List and Set', () => {
  const operator = (account = 'platform-operator') =>
    platform.peer(account).service('platform.fga.v1.Entitlements');
  const set = (tenantId: string, family: string, change: object = {}) =>
    operator().Set({ tenantId, family, entitled: false, reason: 'contract ended', ...change });

  test('grant and revoke a family, with an event and an audit record', async () => {
    const tenant = aTenant();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await set(tenant.id, 'fga', { expiresAt })).toMatchObject({
      family: 'fga',
      entitled: false,
      source: 'operator',
      reason: 'contract ended',
      expiresAt,
    });
    const { entitlements } = await operator().List({ tenantId: tenant.id });
    expect(entitlements).toHaveLength(Object.keys(builtInFamilies).length + 1);
    expect(entitlements.find(({ family }) => family === 'fga')?.entitled).toBe(false);
    expect((await list(tenant))['fga'].entitled).toBe(false);
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'entitlement.changed',
      data: { family: 'fga', actor: { type: 'service', id: 'platform-operator' } },
    });
    const [audit] = await platform.sql<{ data: any }>(
      `SELECT envelope->'data' AS data FROM outbox WHERE tenant_id = $1 AND subject LIKE 'audit.%entitlementSet' LIMIT 1`,
      [tenant.id],
    );
    expect(audit?.data).toMatchObject({
      actor: { id: 'platform-operator' },
      subject: { type: 'entitlement', id: 'fga' },
    });
    expect(await set(tenant.id, 'fga', { entitled: true })).toMatchObject({
      entitled: true,
      expiresAt: '',
    });
  });

  test('reject impossible changes', async () => {
    const tenant = aTenant();
    const refused = (answer: Promise<unknown>, code: string) =>
      expect(answer).rejects.toMatchObject({ code });
    await refused(set(tenant.id, 'fga', { reason: '' }), 'validation_failed');
    await refused(set(tenant.id, 'fga', { expiresAt: 'tomorrow' }), 'validation_failed');
    await refused(
      set(tenant.id, 'fga', { expiresAt: '2020-01-01T00:00:00Z' }),
      'validation_failed',
    );
    await refused(set(tenant.id, 'no_such_family'), 'not_found');
    await refused(set(tenant.id, 'core'), 'invalid_state');
    await refused(set(newId('tenant'), 'fga'), 'not_found');
    await refused(operator().List({ tenantId: 'acme' }), 'not_found');
  });

  test('are only for operators', async () => {
    const tenantId = aTenant().id;
    const request = { tenantId, family: 'fga', entitled: true, reason: 'mine' };
    const hub = operator('hub');
    for (const ask of [() => hub.List({ tenantId }), () => hub.Set(request)])
      await expect(ask()).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });
});

describe('PrincipalAccess/Get', () => {
  test('grants no scope of a disabled family', async () => {
    const tenant = aTenant();
    await put(tenant, 'directory', { entitled: false });
    const id = newId('user');
    platform.directory.setUser(tenant.id, id, { tenantRoles: ['support'] });
    const { scopes, families: on } = await platform
      .peer('hub')
      .service('platform.fga.v1.PrincipalAccess')
      .Get({ tenantId: tenant.id, principal: { type: 'user', id } });
    expect(scopes).toEqual([
      'tenant:applications.read',
      'tenant:clients.read',
      'tenant:events.read',
    ]);
    expect([on.includes('directory'), on.includes('federation'), on.includes('core')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

test.each([
  [
    'an area in two families',
    { extra: { enable: 'entitled', areas: ['users'] } },
    /the area "users" is in two families/,
  ],
  [
    'an unknown requirement',
    { extra: { enable: 'entitled', areas: [], requires: ['nothing'] } },
    /requires "nothing", which is not a family/,
  ],
  [
    'a circle',
    {
      one: { enable: 'entitled', areas: [], requires: ['two'] },
      two: { enable: 'entitled', areas: [], requires: ['one'] },
    },
    /one requires itself/,
  ],
  [
    'an unknown word',
    { extra: { enable: 'sometimes', areas: [] } },
    /platform\.capability\.families/,
  ],
])('%s prevents startup', async (_what, configured, message) => {
  await expect(
    startService(
      fga,
      await platform.sources('fga', 'fga', {
        'platform.capability.families': JSON.stringify(configured),
      }),
      { log: silentLog },
    ),
  ).rejects.toThrow(message);
});

test('an unknown default family prevents startup', async () => {
  await expect(
    startService(
      fga,
      await platform.sources('fga', 'fga', {
        'platform.capability.default-new-tenant-families': 'core,nothing',
      }),
      { log: silentLog },
    ),
  ).rejects.toThrow(/"nothing" is not a family/);
});
