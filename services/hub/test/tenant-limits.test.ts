import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import type { TenantLimits } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { roomInMinute } from '@platform/testkit/minute';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubReply, HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
const rates = {
  'platform.ratelimit.enabled': 'true',
  'platform.ratelimit.ip-requests-per-minute': '0',
  'platform.ratelimit.tenant-requests-per-minute': '100',
  'platform.ratelimit.client-requests-per-minute': '0',
  'platform.gateway.ratelimit.tenant-requests-per-minute': '6000',
  'platform.gateway.ratelimit.client-requests-per-minute': '0',
};

beforeAll(async () => {
  hub = await hubUnderTest(rates);
});
afterAll(() => hub.stop());

const system = { type: 'system', id: 'test' } as const;
const set = (tenantId: string, limits: TenantLimits, clear: string[] = []) =>
  hub.tenants().SetLimits({ tenantId, limits, clear });
const limitsOf = async (tenantId: string) =>
  (await hub.tenants('directory').GetTenant({ tenantId })).limits;
const outboxOf = (tenantId: string) =>
  hub.pod.platform.db.read(
    { tenantId, actor: system },
    async (tx) =>
      await tx.rows<{ subject: string; envelope: { data: { actor: object; data: any } } }>(
        `SELECT subject, envelope FROM outbox WHERE subject LIKE '%tenant.updated' OR subject LIKE '%tenantLimitsSet' ORDER BY position`,
      ),
  );

describe('SetLimits', () => {
  it('sets the given limits, keeps the others, and removes the named ones', async () => {
    const { id } = await hub.makeTenant('initech');
    expect(await limitsOf(id)).toBeNull();
    const tenant = await set(id, {
      tenantRequestsPerMinute: 60_000,
      oauthClientRequestsPerMinute: 7,
    });
    expect(tenant).toMatchObject({
      id,
      state: 'active',
      limits: { tenantRequestsPerMinute: 60_000, oauthClientRequestsPerMinute: 7 },
    });
    await set(id, { tenantRequestsPerMinute: 5 });
    expect(await limitsOf(id)).toMatchObject({
      tenantRequestsPerMinute: 5,
      oauthClientRequestsPerMinute: 7,
    });
    await set(id, { clientRequestsPerMinute: 9 }, ['tenantRequestsPerMinute']);
    const limits = await limitsOf(id);
    expect([
      limits?.tenantRequestsPerMinute,
      limits?.clientRequestsPerMinute,
      limits?.oauthClientRequestsPerMinute,
    ]).toEqual([undefined, 9, 7]);
    await set(id, {}, ['clientRequestsPerMinute', 'oauthClientRequestsPerMinute']);
    expect(await limitsOf(id)).toBeNull();
  });

  it('emits one event and audit record per change', async () => {
    const { id } = await hub.makeTenant('umbrella');
    for (let i = 0; i < 3; i++)
      await set(id, { tenantRequestsPerMinute: 10 }, ['clientRequestsPerMinute']);
    const [event, record, ...more] = await outboxOf(id);
    expect(more).toEqual([]);
    expect([event!.subject, event!.envelope.data.data.tenant]).toMatchObject([
      'platform.tenant.updated',
      { id, slug: 'umbrella', limits: { tenantRequestsPerMinute: 10 } },
    ]);
    expect(record!.envelope.data).toMatchObject({
      actor: { type: 'service', id: 'platform-operator' },
      data: {
        operationId: 'tenantLimitsSet',
        outcome: 'success',
        details: { before: null, limits: { tenantRequestsPerMinute: 10 } },
      },
    });
  });

  it('loses no concurrent change', async () => {
    const { id } = await hub.makeTenant('soylent');
    await Promise.all([
      set(id, { tenantRequestsPerMinute: 1 }),
      set(id, { clientRequestsPerMinute: 2 }),
      set(id, { oauthTenantRequestsPerMinute: 3 }),
    ]);
    expect(await limitsOf(id)).toMatchObject({
      tenantRequestsPerMinute: 1,
      clientRequestsPerMinute: 2,
      oauthTenantRequestsPerMinute: 3,
    });
  });

  it('can be set at creation', async () => {
    const create = (limits: TenantLimits, requestId = newId('request')) =>
      hub.tenants().CreateTenant({ requestId, slug: 'hooli', name: 'Hooli', limits });
    await expect(create({ tenantRequestsPerMinute: 60_001 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const requestId = newId('request');
    const { tenant } = await create({ tenantRequestsPerMinute: 12 }, requestId);
    expect(tenant!.limits).toMatchObject({ tenantRequestsPerMinute: 12 });
    expect((await create({ tenantRequestsPerMinute: 12 }, requestId)).tenant!.id).toBe(tenant!.id);
    await expect(create({ tenantRequestsPerMinute: 13 }, requestId)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await limitsOf(tenant!.id)).toMatchObject({ tenantRequestsPerMinute: 12 });
  });

  it.each<[string, TenantLimits, string[], string]>([
    [
      'more than ten times the configured limit',
      { tenantRequestsPerMinute: 60_001 },
      [],
      'must be 1 to 60000, ten times platform.gateway.ratelimit.tenant-requests-per-minute',
    ],
    [
      '0, which would remove the limit',
      { oauthTenantRequestsPerMinute: 0 },
      [],
      'must be 1 to 1000, ten times platform.ratelimit.tenant-requests-per-minute',
    ],
    ['a negative limit', { tenantRequestsPerMinute: -1 }, [], 'must be 1 to 60000'],
    [
      'more than 31 bits if no limit is configured',
      { clientRequestsPerMinute: 2 ** 31 },
      [],
      'must be 0 to 2147483647',
    ],
    ['an unknown limit', {}, ['ipRequestsPerMinute'], 'has no limit named ipRequestsPerMinute'],
    [
      'a limit that is both set and cleared',
      { tenantRequestsPerMinute: 1 },
      ['tenantRequestsPerMinute'],
      'must not contain tenantRequestsPerMinute',
    ],
  ])('rejects %s', async (_what, limits, clear, detail) => {
    await expect(set(defaultTenantId, limits, clear)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ detail: expect.stringContaining(detail) }] },
    });
    expect(await limitsOf(defaultTenantId)).toBeNull();
  });

  it('accepts any number if nothing is configured, and 0 for no limit', async () => {
    const { id } = await hub.makeTenant('globex');
    await set(id, { clientRequestsPerMinute: 2 ** 31 - 1, oauthClientRequestsPerMinute: 0 });
    expect(await limitsOf(id)).toMatchObject({
      clientRequestsPerMinute: 2 ** 31 - 1,
      oauthClientRequestsPerMinute: 0,
    });
  });

  it('requires an operator and an existing tenant', async () => {
    await expect(
      hub.tenants('directory').SetLimits({ tenantId: defaultTenantId }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
    await expect(set(newId('tenant'), { tenantRequestsPerMinute: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(set('x', { tenantRequestsPerMinute: 1 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('stores no other properties in its row', async () => {
    const { id } = await hub.makeTenant('vandelay');
    const write = (limits: string) =>
      hub.pod.platform.db.transact({ tenantId: id, actor: system }, (tx) =>
        tx.execute('UPDATE tenant SET limits = $2 WHERE id = $1', [id, limits]),
      );
    for (const limits of ['{"ipRequestsPerMinute": 1}', '{}', '[]', '1'])
      await expect(write(limits)).rejects.toThrow();
  });
});

describe('OAuth endpoints of a tenant with its own limits', () => {
  beforeEach(() => roomInMinute());

  const ask = (tenant: MadeTenant, port = hub.pod.httpPort): Promise<HubReply> =>
    sendRaw(port, '/oauth2/token', {
      host: tenant.host,
      basic: [tenant.clientId, tenant.clientSecret],
      form: { grant_type: 'client_credentials' },
    });
  const statuses = async (tenant: MadeTenant, times: number) => {
    const seen: number[] = [];
    for (let i = 0; i < times; i++) seen.push((await ask(tenant)).status);
    return seen;
  };

  it("enforce and report a tenant's own limit, without affecting others", async () => {
    const [one, other] = [await hub.makeTenant('one'), await hub.makeTenant('other')];
    await set(one.id, { oauthTenantRequestsPerMinute: 2 });
    expect(await statuses(one, 2)).toEqual([200, 200]);
    const refused = await ask(one);
    expect([
      refused.status,
      refused.headers['ratelimit-policy'],
      refused.headers['ratelimit-limit'],
    ]).toEqual([429, '"tenant";q=2;w=60', '2']);
    expect(await statuses(other, 4)).toEqual([200, 200, 200, 200]);
  });

  it("enforce each client's limit, including changes", async () => {
    const tenant = await hub.makeTenant('clients');
    await set(tenant.id, { oauthClientRequestsPerMinute: 2 });
    expect(await statuses(tenant, 3)).toEqual([200, 200, 429]);
    await set(tenant.id, { oauthClientRequestsPerMinute: 3 });
    expect(await statuses(tenant, 2)).toEqual([200, 429]);
    await set(tenant.id, {}, ['oauthClientRequestsPerMinute']);
    expect(await statuses(tenant, 2)).toEqual([200, 200]);
  });

  it('apply a change in every pod within a second', async () => {
    const tenant = await hub.makeTenant('quick');
    const second = await hub.startPod('second', rates);
    expect((await ask(tenant, second.httpPort)).status).toBe(200);
    await set(tenant.id, { oauthTenantRequestsPerMinute: 1 });
    await eventually(async () => (await ask(tenant, second.httpPort)).status === 429, {
      withinMs: 1_000,
    });
  });
});
