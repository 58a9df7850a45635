import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBus } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import { newId } from '@platform/kit/ids';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { eventuallyPasses } from '@platform/testkit/eventually';
import { stage } from './stage.ts';
import type { Stage, StagedGateway } from './stage.ts';
import { openBucket } from '@platform/testkit/stores';

const users = '/api/v1/directory/users';
const organizations = '/api/v1/organizations';
const applications = '/api/v1/applications';
let platform: Stage;
let gateway: StagedGateway;
let bus: Bus;
let n = 0;

beforeAll(async () => {
  platform = await stage();
  gateway = await platform.start();
  bus = createBus({
    service: 'fga',
    url: platform.nats.url,
    replicas: 1,
    log: silentLog,
    metrics: createMetrics('fga'),
  });
  await eventuallyPasses(() => expect(bus.isConnected()).toBe(true));
});
afterAll(async () => {
  await bus.close();
  await platform.stop();
});

const aTenant = (): TestTenant => platform.hub.tenant(`entitled-${++n}`);
const call = async (tenant: TestTenant, path: string, options: object = {}) =>
  gateway.call(path, { tenant, ...options });

/** Publishes an event like its owner's relay. */
async function tell(
  tenantId: string,
  type: string,
  subject: { type: string; id: string },
): Promise<void> {
  const id = newId('event');
  await bus.jetstream()!.publish(
    `events.0.${tenantId}.${type}`,
    JSON.stringify({
      specversion: '1.0',
      id,
      type,
      tenantid: tenantId,
      data: { id, type, subject, data: {} },
    }),
  );
}

describe('entitlement', () => {
  it('rejects a disabled family by name, and allows all others', async () => {
    const tenant = aTenant();
    platform.access.setOff(tenant.id, ['directory']);
    const before = platform.directory.seen.length;
    for (const path of [users, organizations]) {
      const answer = await call(tenant, path);
      expect([answer.status, answer.body.code, answer.body.family]).toEqual([
        403,
        'not_entitled',
        'directory',
      ]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
    }
    expect(platform.directory.seen.length).toBe(before);
    expect((await call(tenant, '/api/v1/events')).status).toBe(200);
    expect((await call(aTenant(), users)).status).toBe(200);
  });

  it('reports a missing scope before a missing entitlement', async () => {
    const tenant = aTenant();
    platform.access.setOff(tenant.id, ['directory']);
    const answer = await call(tenant, users, {
      token: await platform.hub.token({ tenant, scopes: [] }),
    });
    expect(answer.body.code).toBe('insufficient_scope');
  });

  it('looks entitlements up once for many requests, never for a family that is always on, and again after a change', async () => {
    const tenant = aTenant();
    const before = platform.access.asked.Entitlements;
    await call(tenant, applications);
    expect(platform.access.asked.Entitlements).toBe(before);
    await Promise.all(Array.from({ length: 10 }, () => call(tenant, users)));
    expect(platform.access.asked.Entitlements).toBe(before + 1);
    platform.access.setOff(tenant.id, ['directory']);
    await eventuallyPasses(async () => {
      await tell(tenant.id, 'entitlement.changed', { type: 'tenant', id: tenant.id });
      await eventuallyPasses(async () => expect((await call(tenant, users)).status).toBe(403), {
        withinMs: 500,
      });
    });
  });

  it('uses the bucket while the access service is unavailable; without an entry, only families that are always on are allowed', async () => {
    const [known, unknown] = [aTenant(), aTenant()];
    const bucket = await openBucket(bus.jetstream()!, 'entitlements');
    await bucket.put(
      known.id,
      JSON.stringify({
        version: 2,
        revision: 2,
        families: [
          { family: 'directory', entitled: true, areas: ['users', 'orgs'] },
          { family: 'webhooks', entitled: false, areas: ['webhooks'] },
        ],
      }),
    );
    platform.access.setAway(true);
    expect((await call(known, users)).status).toBe(200);
    expect((await call(known, '/api/v1/webhook-endpoints')).body).toMatchObject({
      code: 'not_entitled',
      family: 'webhooks',
    });
    const refused = await call(unknown, users);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      503,
      'upstream_unavailable',
      '5',
    ]);
    expect((await call(unknown, '/api/v1/events')).status).toBe(200);
    platform.access.setAway(false);
    await eventuallyPasses(async () => expect((await call(unknown, users)).status).toBe(200));
  });
});

describe('elevation', () => {
  const claims = {
    elevated_scopes: ['tenant:users.read', 'tenant:orgs.read'],
    elevated_until: Math.floor(Date.now() / 1000) + 600,
  };
  const asUser = async (tenant: TestTenant, userId: string, path: string, more: object = {}) =>
    call(tenant, path, {
      token: await platform.hub.token({ tenant, userId, scopes: [], claims }),
      ...more,
    });
  const until = (ms: number): string => new Date(Date.now() + ms).toISOString();

  it('accepts elevated scopes that the access service confirms, and passes them on to the service', async () => {
    const [tenant, userId] = [aTenant(), newId('user')];
    platform.access.setElevated(userId, [
      { scope: 'tenant:users.read', activationId: 'act_1', expiresAt: until(60_000) },
      { scope: 'tenant:users.write', activationId: 'act_1', expiresAt: until(60_000) },
    ]);
    expect(
      (
        await asUser(tenant, userId, users, {
          headers: { 'x-platform-elevated-scopes': 'tenant:orgs.read' },
        })
      ).status,
    ).toBe(200);
    expect(platform.directory.last().headers['x-platform-elevated-scopes']).toBe(
      'tenant:users.read',
    );
    const asked = platform.access.asked.PrincipalAccess;
    expect((await asUser(tenant, userId, organizations)).body.code).toBe('insufficient_scope');
    expect(
      (
        await asUser(tenant, userId, users, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).body.code,
    ).toBe('insufficient_scope');
    expect(platform.access.asked.PrincipalAccess).toBe(asked);
  });

  it('ends when it expires, and immediately when its activation ends', async () => {
    const tenant = aTenant();
    let userId = '';
    // Until an entry lives long enough for a request on this machine.
    for (let lifeMs = 400, isAllowed = false; !isAllowed; lifeMs *= 2) {
      userId = newId('user');
      platform.access.setElevated(userId, [
        { scope: 'tenant:users.read', activationId: 'act_1', expiresAt: until(lifeMs) },
        { scope: 'tenant:orgs.read', activationId: 'act_2', expiresAt: until(600_000) },
      ]);
      isAllowed = (await asUser(tenant, userId, users)).status === 200;
      await eventuallyPasses(async () =>
        expect((await asUser(tenant, userId, users)).status).toBe(403),
      );
    }
    expect((await asUser(tenant, userId, organizations)).status).toBe(200);
    platform.access.setElevated(userId, []);
    await eventuallyPasses(async () => {
      await tell(tenant.id, 'pim.activation_revoked', { type: 'activation', id: 'act_2' });
      await eventuallyPasses(
        async () => expect((await asUser(tenant, userId, organizations)).status).toBe(403),
        { withinMs: 500 },
      );
    });
  });

  it('has no effect while it cannot be confirmed', async () => {
    const [tenant, userId] = [aTenant(), newId('user')];
    platform.access.setElevated(userId, [
      { scope: 'tenant:users.read', activationId: 'act_1', expiresAt: until(60_000) },
    ]);
    platform.access.setAway(true);
    expect((await asUser(tenant, userId, users)).body.code).toBe('insufficient_scope');
    platform.access.setAway(false);
    expect((await asUser(tenant, userId, users)).status).toBe(200);
  });
});
