import { afterAll, beforeAll, expect, it } from 'vitest';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';
import { openBucket } from '@platform/testkit/stores';

let hub: HubUnderTest;

beforeAll(async () => {
  hub = await hubUnderTest();
});
afterAll(() => hub.stop());

const scopeOf = async (tenant: MadeTenant, form: Record<string, string> = {}): Promise<string[]> =>
  (await hub.token(tenant, form)).body.scope.split(' ');

it('new tokens lack the scopes of disabled families', async () => {
  const tenant = await hub.makeTenant('initech');
  hub.around.access.setOff(tenant.id, ['directory', 'federation']);
  const whole = await scopeOf(tenant);
  expect(whole).toEqual(
    expect.arrayContaining([
      'tenant:applications.read',
      'tenant:webhooks.read',
      'tenant:pim.admin',
    ]),
  );
  expect(
    whole.filter((scope) => /users|orgs|attribute-schema|federation|migration/.test(scope)),
  ).toEqual([]);
  expect(await scopeOf(tenant, { scope: 'tenant:users.read tenant:applications.read' })).toEqual([
    'tenant:applications.read',
  ]);
  const nothing = await hub.token(tenant, { scope: 'tenant:users.read' });
  expect([nothing.status, nothing.body.error]).toEqual([400, 'invalid_scope']);
});

it('while entitlements are unavailable, only scopes that are always on are issued, and others return an error', async () => {
  const tenant = await hub.makeTenant('hooli');
  await hub.pod.platform.bus.setWhole('access-policies', true);
  hub.around.access.setAway(true);
  expect(await scopeOf(tenant, { scope: 'tenant:applications.read tenant:events.read' })).toEqual([
    'tenant:applications.read',
    'tenant:events.read',
  ]);
  const refused = await hub.token(tenant, { scope: 'tenant:users.read' });
  expect([refused.status, refused.body.error]).toEqual([503, 'temporarily_unavailable']);
  const kv = await openBucket(hub.pod.platform.bus.jetstream()!, 'entitlements');
  await kv.put(
    tenant.id,
    JSON.stringify({
      version: 1,
      revision: 1,
      families: [
        { family: 'directory', entitled: true, areas: ['users', 'orgs'] },
        { family: 'webhooks', entitled: false, areas: ['webhooks'] },
      ],
    }),
  );
  expect(await scopeOf(tenant, { scope: 'tenant:users.read tenant:webhooks.read' })).toEqual([
    'tenant:users.read',
  ]);
  hub.around.access.setAway(false);
});
