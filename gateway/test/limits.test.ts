import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partitionOf } from '@platform/contracts';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { startNats } from '@platform/dev/nats';
import { temporaryFolder } from '@platform/testkit/stores';
import { createBus } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { cutoffKey } from '@platform/kit/service';
import { eventually, eventuallyPasses } from '@platform/testkit/eventually';
import { roomInMinute } from '@platform/testkit/minute';
import { stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';
import { openBucket } from '@platform/testkit/stores';

let platform: Stage;
let bus: Bus;
const users = '/api/v1/directory/users';

beforeAll(async () => {
  platform = await stage();
  bus = createBus({
    service: 'hub',
    url: platform.nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('hub'),
  });
  await eventuallyPasses(() => expect(bus.isConnected()).toBe(true));
});
afterAll(async () => {
  await bus.close();
  await platform.stop();
});

let tenants = 0;
const newTenant = (): TestTenant => platform.hub.tenant(`tenant-${++tenants}`);
const rule = (action: 'allow' | 'deny', cidr: string, expiresAt: string | null = null) => ({
  id: newId('ipRule'),
  action,
  cidr,
  expiresAt,
});

async function put(
  bucket: 'ip-rules' | 'token-cutoffs',
  key: string,
  value: unknown,
): Promise<void> {
  const kv = await openBucket(bus.jetstream()!, bucket);
  await kv.put(key, JSON.stringify(value));
}

/** Audit records of one tenant, once there are at least `atLeast`: they are published after the response. */
const auditsOf = (tenantId: string, atLeast = 1): Promise<any[]> =>
  eventually(
    async () => {
      const found = await storedAuditsOf(tenantId);
      return found.length >= atLeast && found;
    },
    { what: `${atLeast} audit records` },
  );
async function storedAuditsOf(tenantId: string): Promise<any[]> {
  const js = bus.jetstream()!;
  const consumer = await js.consumers.get('AUDIT', {
    filter_subjects: `audit.${partitionOf(tenantId)}.${tenantId}.>`,
  });
  const found: any[] = [];
  for await (const message of await consumer.fetch({ max_messages: 100, expires: 1_000 }))
    found.push(message.json());
  return found;
}

describe('rates', () => {
  beforeEach(() => roomInMinute());

  it('are reported in every response, for the key closest to its limit, and enforced above it', async () => {
    const gateway = await platform.start({
      'platform.gateway.ratelimit.client-requests-per-minute': '3',
    });
    const tenant = newTenant();
    const first = await gateway.call(users, { tenant });
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"client";q=3;w=60',
      'ratelimit-limit': '3',
      'ratelimit-remaining': '2',
    });
    expect(first.headers.ratelimit).toMatch(/^"client";r=2;t=\d+$/);
    await gateway.call(users, { tenant });
    await gateway.call(users, { tenant });
    const refused = await gateway.call(users, { tenant });
    expect([refused.status, refused.body.code, refused.headers['ratelimit-remaining']]).toEqual([
      429,
      'rate_limited',
      '0',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    const other = await platform.hub.token({ tenant, clientId: 'another' });
    expect((await gateway.call(users, { token: other })).status).toBe(200);
    expect(await gateway.metrics()).toMatch(
      /gateway_rate_limited_total\{[^}]*key="client"[^}]*\} 1/,
    );
  });

  it('of a tenant apply to all of its clients', async () => {
    const gateway = await platform.start({
      'platform.gateway.ratelimit.tenant-requests-per-minute': '2',
    });
    const tenant = newTenant();
    const tokens = await Promise.all(
      ['a', 'b', 'c'].map((clientId) => platform.hub.token({ tenant, clientId })),
    );
    const statuses = [];
    for (const token of tokens) statuses.push((await gateway.call(users, { token })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('of an address are checked before the token, and apply to failures', async () => {
    const gateway = await platform.start({
      'platform.gateway.ratelimit.ip-failures-per-minute': '2',
      'platform.gateway.trusted-proxies': '127.0.0.1/32',
    });
    const from = (address: string, token?: string | null) =>
      gateway.call(users, {
        headers: { 'x-forwarded-for': address },
        ...(token === undefined ? {} : { token }),
      });
    expect((await from('198.51.100.1', null)).status).toBe(401);
    expect((await from('198.51.100.1', null)).status).toBe(401);
    expect((await from('198.51.100.1')).status).toBe(429);
    expect((await from('198.51.100.2')).status).toBe(200);
  });

  it('are shared by the pods', async () => {
    const limit = { 'platform.gateway.ratelimit.tenant-requests-per-minute': '6' };
    const [one, two] = await Promise.all([platform.start(limit), platform.start(limit)]);
    const tenant = newTenant();
    for (let i = 0; i < 3; i++) await one.call(users, { tenant });
    for (let i = 0; i < 3; i++) await two.call(users, { tenant });
    await eventuallyPasses(async () =>
      expect((await one.call(users, { tenant })).status).toBe(429),
    );
    await eventuallyPasses(async () =>
      expect((await two.call(users, { tenant })).status).toBe(429),
    );
  });

  it('can be set per tenant, up to ten times the configured limits, and change within a second', async () => {
    const gateway = await platform.start({
      'platform.gateway.ratelimit.tenant-requests-per-minute': '2',
      'platform.gateway.ratelimit.client-requests-per-minute': '0',
    });
    const [own, other] = [newTenant(), newTenant()];
    const change = async (limits: Parameters<Stage['hub']['setLimits']>[1]) => {
      platform.hub.setLimits(own, limits);
      const event = {
        id: newId('event'),
        type: 'tenant.updated',
        occurredAt: new Date().toISOString(),
        actor: { type: 'system' as const, id: 'hub' },
        organizationId: null,
        subject: { type: 'tenant', id: own.id },
        data: { tenant: { id: own.id, slug: own.slug, mode: 'live' } },
        schemaVersion: 1,
      };
      await bus
        .jetstream()!
        .publish('platform.tenant.updated', cloudEvent('hub', event, { tenantId: own.id }));
    };
    const shown = async (tenant: TestTenant) => {
      const { status, headers } = await gateway.call(users, { tenant });
      return [status, headers['ratelimit-policy'], headers['ratelimit-limit']];
    };
    expect(await shown(own)).toEqual([200, '"tenant";q=2;w=60', '2']);
    await change({ tenantRequestsPerMinute: 5, clientRequestsPerMinute: 2 });
    await eventuallyPasses(async () => expect((await shown(own))[1]).toBe('"client";q=2;w=60'), {
      withinMs: 1_000,
    });
    await change({ tenantRequestsPerMinute: 1 });
    await eventuallyPasses(
      async () => expect(await shown(own)).toEqual([429, '"tenant";q=1;w=60', '1']),
      { withinMs: 1_000 },
    );
    expect(await shown(other)).toEqual([200, '"tenant";q=2;w=60', '2']);
    // The hub may be configured with more than this gateway.
    await change({ tenantRequestsPerMinute: 1_000 });
    await eventuallyPasses(
      async () => expect(await shown(own)).toEqual([200, '"tenant";q=20;w=60', '20']),
      { withinMs: 1_000 },
    );
    await change({ tenantRequestsPerMinute: 1_000, clientRequestsPerMinute: 3 });
    await eventuallyPasses(async () => expect((await shown(own))[1]).toBe('"client";q=3;w=60'), {
      withinMs: 1_000,
    });
  });

  it('can be turned off', async () => {
    const gateway = await platform.start({
      'platform.gateway.ratelimit.enabled': 'false',
      'platform.gateway.ratelimit.tenant-requests-per-minute': '1',
    });
    const tenant = newTenant();
    for (let i = 0; i < 3; i++) {
      const answer = await gateway.call(users, { tenant });
      expect([answer.status, answer.headers.ratelimit]).toEqual([200, undefined]);
    }
  });
});

describe('client address', () => {
  it.each([
    ['nobody is trusted', '', '198.51.100.7', '127.0.0.1'],
    ['the peer is trusted', '127.0.0.0/8', '198.51.100.7', '198.51.100.7'],
    [
      'what stands left of a stranger is not read',
      '127.0.0.0/8',
      '10.0.0.1, 198.51.100.7',
      '198.51.100.7',
    ],
    ['two proxies', '127.0.0.0/8, 10.0.0.0/8', '198.51.100.7, 10.0.0.1', '198.51.100.7'],
    ['a port', '127.0.0.0/8', '198.51.100.7:4711', '198.51.100.7'],
    ['an IPv6 address in brackets', '127.0.0.0/8', '[2001:db8::1]:4711', '2001:db8::1'],
    ['a mapped address', '127.0.0.0/8', '::ffff:198.51.100.7', '198.51.100.7'],
    ['a malformed entry', '127.0.0.0/8', '198.51.100.7, nonsense', 'unknown'],
  ])('%s', async (_what, proxies, forwarded, address) => {
    const gateway = await platform.start({ 'platform.gateway.trusted-proxies': proxies });
    await gateway.call(users, {
      headers: { 'x-forwarded-for': forwarded, 'x-real-ip': '9.9.9.9', forwarded: 'for=8.8.8.8' },
    });
    expect(platform.directory.last().headers['x-platform-client-ip']).toBe(address);
    await gateway.close();
  });
});

describe('IP rules', () => {
  let gateway: StagedGateway;
  beforeAll(async () => {
    gateway = await platform.start({ 'platform.gateway.trusted-proxies': '127.0.0.0/8' });
  });
  const from = (tenant: TestTenant, address: string, more = {}) =>
    gateway.call(users, { tenant, headers: { 'x-forwarded-for': address }, ...more });

  it('deny within a second of a change, and allow again', async () => {
    const tenant = newTenant();
    expect((await from(tenant, '198.51.100.7')).status).toBe(200);
    await put('ip-rules', tenant.id, { version: 1, rules: [rule('deny', '198.51.100.0/24')] });
    await eventuallyPasses(
      async () => {
        const denied = await from(tenant, '198.51.100.7');
        expect([denied.status, denied.body.code]).toEqual([403, 'ip_denied']);
      },
      { withinMs: 1_000 },
    );
    expect((await from(tenant, '203.0.113.1')).status).toBe(200);
    await put('ip-rules', tenant.id, { version: 2, rules: [] });
    await eventuallyPasses(
      async () => expect((await from(tenant, '198.51.100.7')).status).toBe(200),
      { withinMs: 1_000 },
    );
  });

  it("apply to a tenant's first request", async () => {
    const tenant = newTenant();
    await put('ip-rules', tenant.id, { version: 1, rules: [rule('allow', '203.0.113.0/24')] });
    expect((await from(tenant, '198.51.100.7')).status).toBe(403);
    expect((await from(tenant, '203.0.113.9')).status).toBe(200);
  });

  it('expire automatically', async () => {
    // Until an entry lives long enough for a request on this machine.
    for (let lifeMs = 400, isDenied = false; !isDenied; lifeMs *= 2) {
      const tenant = newTenant();
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      await put('ip-rules', tenant.id, {
        version: 1,
        rules: [rule('deny', '0.0.0.0/0', expiresAt)],
      });
      isDenied = (await from(tenant, '198.51.100.7')).status === 403;
      await eventuallyPasses(async () =>
        expect((await from(tenant, '198.51.100.7')).status).toBe(200),
      );
    }
  });

  it('deny an address that cannot be determined', async () => {
    const tenant = newTenant();
    await put('ip-rules', tenant.id, { version: 1, rules: [rule('deny', '203.0.113.0/24')] });
    expect((await from(tenant, 'nonsense')).status).toBe(403);
  });

  it('come before the scopes', async () => {
    const tenant = newTenant();
    await put('ip-rules', tenant.id, { version: 1, rules: [rule('deny', '0.0.0.0/0')] });
    const answer = await from(tenant, '198.51.100.7', {
      token: await platform.hub.token({ tenant, scopes: [] }),
    });
    expect(answer.body.code).toBe('ip_denied');
  });

  it('create at most ten records of denied requests per minute', async () => {
    const thisMinute = (): number => Math.floor(Date.now() / 60_000);
    let tenant: TestTenant;
    let began: number;
    do {
      tenant = newTenant();
      await put('ip-rules', tenant.id, { version: 1, rules: [rule('deny', '0.0.0.0/0')] });
      began = thisMinute();
      for (let i = 0; i < 12; i++) await from(tenant, '198.51.100.7');
    } while (thisMinute() !== began);
    const records = await auditsOf(tenant.id, 10);
    expect(records).toHaveLength(10);
    expect(records[0]).toMatchObject({
      type: 'audit.recorded',
      tenantid: tenant.id,
      source: '/services/gateway',
      data: {
        actor: { type: 'client', id: 'test-client' },
        data: {
          operationId: 'userDirectoryList',
          outcome: 'denied',
          status: 403,
          code: 'ip_denied',
          sourceIp: '198.51.100.7',
          details: { reason: 'ip_denied' },
        },
      },
    });
  });
});

it("records an addressed tenant that is not the token's", async () => {
  const gateway = await platform.start();
  const tenant = newTenant();
  await gateway.call(users, { tenant, headers: { host: 'globex.platform.localhost' } });
  const [record] = await auditsOf(tenant.id);
  expect(record.data.data).toMatchObject({
    code: 'tenant_mismatch',
    details: { reason: 'tenant_mismatch', addressed: 'globex' },
  });
});

describe('cut-offs', () => {
  it('end tokens within a second, and are recorded', async () => {
    const gateway = await platform.start();
    const tenant = newTenant();
    const token = await platform.hub.token({ tenant });
    expect((await gateway.call(users, { token })).status).toBe(200);
    const cutoff = {
      tenantId: tenant.id,
      kind: 'client' as const,
      id: 'test-client',
      notBefore: Math.floor(Date.now() / 1000),
    };
    await put('token-cutoffs', cutoffKey(cutoff), cutoff);
    await eventuallyPasses(
      async () => {
        const answer = await gateway.call(users, { token });
        expect([answer.status, answer.body.code]).toEqual([401, 'token_invalid']);
      },
      { withinMs: 1_000 },
    );
    expect(
      (
        await gateway.call(users, {
          token: await platform.hub.token({ tenant, clientId: 'another' }),
        })
      ).status,
    ).toBe(200);
    const [record] = await auditsOf(tenant.id);
    expect(record.data.data).toMatchObject({
      code: 'token_invalid',
      details: { reason: 'cut_off' },
    });
  });
});

describe('while the bus is away', () => {
  it("loaded rules stay in effect, others come from the hub, and if the hub is unavailable too, the tenant's requests are rejected", async () => {
    const folder = temporaryFolder('platform-test-gateway-nats-');
    const own = await startNats({ storeDir: folder.path });
    const gateway = await platform.start({
      'platform.nats.url': own.url,
      'platform.gateway.trusted-proxies': '127.0.0.0/8',
      'platform.hub.issuer-cache-ttl-millis': '600000',
    });
    const from = (tenant: TestTenant) =>
      gateway.call(users, { tenant, headers: { 'x-forwarded-for': '198.51.100.7' } });
    const [known, denied, unknown] = [newTenant(), newTenant(), newTenant()];
    expect((await from(known)).status).toBe(200);
    await own.stop();
    platform.hub.setIpRules(denied, {
      version: 1,
      rules: [{ ...rule('deny', '198.51.100.0/24'), expiresAt: '' }],
    });
    const answer = await from(denied);
    expect([answer.status, answer.body.code]).toEqual([403, 'ip_denied']);
    expect((await from(known)).status).toBe(200);
    platform.hub.setIpRules(unknown, {
      version: 1,
      rules: [{ ...rule('deny', 'no network'), expiresAt: '' }],
    });
    const refused = await from(unknown);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'upstream_unavailable',
      '5',
    ]);
    await gateway.close();
    folder.remove();
  });
});
