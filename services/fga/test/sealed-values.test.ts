import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedRows, testKeys } from '@platform/testkit/encryption-keys';
import { eventually } from '@platform/testkit/eventually';
import { claimsPlatform } from './claims-platform.ts';
import type { ClaimsPlatform } from './claims-platform.ts';

let platform: ClaimsPlatform;
beforeAll(async () => {
  platform = await claimsPlatform(testKeys('k1'));
});
afterAll(() => platform.stop());

test('calls for claims verify as before when the key that sealed their secret is gone', async () => {
  const tenant = platform.hub.tenant('acme');
  const clientIds = [platform.client(tenant), platform.client(tenant)];
  const secrets = [];
  for (const clientId of clientIds) secrets.push(await platform.enable(tenant, clientId));
  const stored = () =>
    platform.sql(
      'SELECT client_id, version, revision, updated_at, pending_since FROM token_claims ORDER BY 1',
    );
  const [before, told, events] = [
    await stored(),
    platform.channel.calls.length,
    (await platform.events(tenant)).length,
  ];

  let pod = await platform.restart(testKeys('k2', 'k1'));
  await eventually(async () => (await sealedRows(pod))['k1'] === 0 || undefined);
  expect(await sealedRows(pod)).toEqual({ k1: 0, k2: 2, unknown: 0 });
  expect([
    await stored(),
    platform.channel.calls.length,
    (await platform.events(tenant)).length,
  ]).toEqual([before, told, events]);

  pod = await platform.restart(testKeys('k2'));
  for (const [i, clientId] of clientIds.entries())
    expect(
      (await platform.enrich(tenant, clientId, { secret: secrets[i]!, port: pod.httpPort })).status,
    ).toBe(200);
  expect(
    (await platform.enrich(tenant, clientIds[0]!, { secret: secrets[1]!, port: pod.httpPort }))
      .status,
  ).toBe(401);
});
