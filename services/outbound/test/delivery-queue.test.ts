import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { webhookPaths, webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

const events = 40;

let web: WebhookTestPlatform;
const receivers: Receiver[] = [];

beforeAll(async () => {
  web = await webhookPlatform({ 'platform.webhooks.delivery.max-rate-per-endpoint': '10000' });
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await web.platform.stop();
});

/** Creates an endpoint and, while its lane is paused, deliveries: all are due when it may send. */
async function backlog(answer?: Receiver['answer']) {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  const { tenant, api } = await web.tenant();
  const { id } = await web.endpoint(api, { url: receiver.url });
  await web.sql('UPDATE webhook_lanes SET unentitled = true WHERE endpoint_id = $1', [id]);
  for (let n = 0; n < events; n++) await web.publish(tenant.id);
  const rows = (where = 'true') =>
    web.sql<{ attempt_count: number; step: number; status: string }>(
      `SELECT attempt_count, step, status FROM webhook_deliveries WHERE endpoint_id = $1 AND ${where} ORDER BY event_seq`,
      [id],
    );
  await eventually(async () => (await rows()).length === events);
  await web.sql('UPDATE webhook_lanes SET unentitled = false WHERE endpoint_id = $1', [id]);
  const change = (body: object) => api.patch(`${webhookPaths.endpoints}/${id}`, { body });
  return { receiver, rows, change };
}

test('after a failure, deliveries that were claimed ahead wait without having used an attempt', async () => {
  const { receiver, rows } = await backlog((_, n) => (n > 10 ? { status: 500 } : { delayMs: 20 }));
  // Five failures in a row open the circuit.
  await eventually(
    async () => receiver.received.length >= 15 && (await rows("status = 'in_flight'")).length === 0,
  );
  const made = receiver.received.length;
  expect(made).toBeLessThan(events);
  const all = await rows();
  expect(all.reduce((sum, d) => sum + d.attempt_count, 0)).toBe(made);
  expect(all.reduce((sum, d) => sum + d.step, 0)).toBe(made);
  expect(all.filter((d) => d.attempt_count === 0).every((d) => d.status === 'pending')).toBe(true);
});

test('disabling an endpoint holds the deliveries that were claimed ahead', async () => {
  const { receiver, rows, change } = await backlog(() => ({ delayMs: 60 }));
  await eventually(async () => receiver.received.length >= 8);
  await change({ status: 'disabled' });
  await eventually(async () => (await rows("status IN ('pending', 'in_flight')")).length === 0);
  const held = await rows("status = 'held'");
  expect(held.length).toBeGreaterThan(0);
  expect(held.every((d) => d.attempt_count === 0)).toBe(true);
  expect(receiver.received.length + held.length).toBe(events);
});
