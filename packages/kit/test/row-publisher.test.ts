import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNats, testNatsAccount } from '@platform/testkit/stores';
import type { NatsConnection } from '@nats-io/transport-node';
import { rowPublisher } from '../src/bus/row-publisher.ts';
import { jetstreamManager } from '@nats-io/jetstream';

let nats: Awaited<ReturnType<typeof testNatsAccount>>;
let nc: NatsConnection;

beforeAll(async () => {
  nats = await testNatsAccount();
  nc = await connectNats(nats.url);
  const manager = await jetstreamManager(nc);
  await manager.streams.add({ name: 'ROWS', subjects: ['rows.>'] });
});
afterAll(async () => {
  await nc.close();
  await nats.stop();
});

test('the publisher returns the sequence number of each message, in publishing order', async () => {
  const { publish } = rowPublisher(() => nc);
  const ids = Array.from({ length: 300 }, (_, i) => `row-${i}`);
  const places = await Promise.all(ids.map((id) => publish('rows.some', `{"id":"${id}"}`, id)));
  expect(places).toEqual(ids.map((_, i) => places[0]! + i));
  const manager = await jetstreamManager(nc);
  const message = await manager.streams.getMessage('ROWS', { seq: places[299]! });
  expect([message!.json(), message!.header.get('Nats-Msg-Id')]).toEqual([
    { id: 'row-299' },
    'row-299',
  ]);
  // A repeat of the same id returns the existing message.
  expect(await publish('rows.some', '{}', 'row-0')).toBe(places[0]);
});

test('the publisher rejects a message that no stream accepts, and continues with the rest', async () => {
  const { publish } = rowPublisher(() => nc);
  await expect(publish('nobody.takes.this', '{}', 'lost')).rejects.toThrow('no stream');
  expect(await publish('rows.more', '{}', 'kept')).toBeGreaterThan(0);
});

test('the publisher rejects unacknowledged messages when the connection is lost, and all messages while disconnected', async () => {
  let connected: NatsConnection | undefined = nc;
  const { publish, abandon } = rowPublisher(() => connected);
  const inFlight = publish('rows.more', '{}', 'abandoned');
  connected = undefined;
  abandon();
  await expect(inFlight).rejects.toThrow('connection to NATS was lost');
  await expect(publish('rows.more', '{}', 'later')).rejects.toThrow('away');
});
