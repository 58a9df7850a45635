import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealedRows, testKeys } from '@platform/testkit/encryption-keys';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import { verifyDelivery } from './delivery-signature.ts';
import type { Receiver } from '@platform/testkit/receiver';
import { newEvent, webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  web = await webhookPlatform(testKeys('k1'));
});
afterAll(async () => {
  await web.platform.stop();
  await receiver.stop();
});

const stored = (): Promise<object[]> =>
  web.sql(`SELECT 'endpoint' AS of, id, version::text AS version, updated_at AS at FROM webhook_endpoints
  UNION ALL SELECT 'secret', id, last4, created_at FROM webhook_secrets UNION ALL SELECT 'lane', endpoint_id, revision::text, NULL FROM webhook_lanes ORDER BY 1, 2`);
const sealed = async (): Promise<string[]> =>
  (
    await web.sql<{ text: string }>(
      'SELECT headers AS text FROM webhook_endpoints WHERE headers IS NOT NULL UNION ALL SELECT sealed FROM webhook_secrets',
    )
  ).map((row) => row.text);
const facts = async (): Promise<number> => (await web.sql('SELECT FROM outbox')).length;

test('deliveries are signed as before when the key that sealed their secrets is gone', async () => {
  const { tenant, api } = await web.tenant();
  const other = await web.tenant();
  const body = { url: receiver.url, headers: { 'X-Api-Key': 'k3y' } };
  const [kept, turned] = [
    await web.endpoint(api, body),
    await web.endpoint(other.api, { ...body, url: `${receiver.url}/turned` }),
  ];
  const overlapped = (
    await api.post(`${webhookPaths.endpoints}/${kept.id}/rotate-secret`, {
      body: { overlapSeconds: 3_600 },
    })
  ).body;
  const [before, factsBefore] = [await stored(), await facts()];
  const read = await api.get(`${webhookPaths.endpoints}/${kept.id}`);

  let pod = await web.platform.restart(testKeys('k2', 'k1'));
  // The secret changes while the rows are re-encrypted.
  const rotation = other.api.post(`${webhookPaths.endpoints}/${turned.id}/rotate-secret`, {
    body: { overlapSeconds: 0 },
  });
  await eventually(async () => (await sealedRows(pod))['k1'] === 0 || undefined);
  const { secret: rotated } = (await rotation).body;
  expect((await sealed()).map((text) => text.split('.')[1])).toEqual([
    'k2',
    'k2',
    'k2',
    'k2',
    'k2',
  ]);
  const ofTurned = (
    await web.sql<{ id: string }>('SELECT id FROM webhook_secrets WHERE endpoint_id = $1', [
      turned.id,
    ])
  ).map((row) => row.id);
  const others = (rows: object[]): object[] =>
    rows.filter(
      (row) => ![turned.id, ...ofTurned, turned.secrets[0].id].includes((row as { id: string }).id),
    );
  expect(others(await stored())).toEqual(others(before));
  const again = await api.get(`${webhookPaths.endpoints}/${kept.id}`);
  expect([again.headers.get('etag'), again.body]).toEqual([read.headers.get('etag'), read.body]);
  // Only the rotation is published.
  expect((await facts()) - factsBefore).toBe(2);

  pod = await web.platform.restart(testKeys('k2'));
  await eventually(async () => pod.platform.bus.isConnected());
  for (const at of [tenant, other.tenant]) await web.publish(at.id, newEvent(), pod);
  await eventually(async () => receiver.received.length >= 2 || undefined);
  const [toKept, toTurned] = ['/hook', '/hook/turned'].map((path) =>
    receiver.received.find((got) => got.path === path)!,
  );
  for (const secret of [kept.secret, overlapped.secret])
    expect(() => verifyDelivery(toKept!, secret)).not.toThrow();
  expect(() => verifyDelivery(toTurned!, rotated)).not.toThrow();
  expect([toKept!.headers['x-api-key'], toTurned!.headers['x-api-key']]).toEqual(['k3y', 'k3y']);
});
