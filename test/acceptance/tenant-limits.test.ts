import { afterAll, beforeAll, expect, test } from 'vitest';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';

let platform: PlatformUnderTest;
let hub: RpcPeer;

beforeAll(async () => {
  platform = await sharedPlatform(['acme', 'demo']);
  hub = patientPeer({
    address: `127.0.0.1:${platform.ports.hub.grpc}`,
    token: () => platform.cluster.mint('platform-operator', 'hub'),
  });
});
afterAll(async () => {
  hub.close();
});

const users = async (slug: string) => {
  const { status, headers } = await platform.call('get', '/api/v1/directory/users', {
    token: await platform.token(slug),
  });
  return [status, headers.get('ratelimit-policy')];
};
const within = async (ms: number, expected: unknown[]) => {
  const end = Date.now() + ms;
  for (let seen = await users('acme'); ; seen = await users('acme')) {
    if (JSON.stringify(seen) === JSON.stringify(expected)) return;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test("a tenant's own limit applies at the gateway without affecting others, and changes within a second", async () => {
  const { tenantId } = platform.tenant('acme');
  const tenants = hub.service('platform.hub.v1.Tenants');
  expect(await users('acme')).toEqual([200, null]);
  await tenants.SetLimits({ tenantId, limits: { tenantRequestsPerMinute: 3 } });
  await within(1_000, [429, '"tenant";q=3;w=60']);
  for (let i = 0; i < 10; i++) expect(await users('demo')).toEqual([200, null]);
  await tenants.SetLimits({ tenantId, limits: { tenantRequestsPerMinute: 500 } });
  await within(1_000, [200, '"tenant";q=500;w=60']);
  await tenants.SetLimits({ tenantId, clear: ['tenantRequestsPerMinute'] });
  await within(1_000, [200, null]);
});
