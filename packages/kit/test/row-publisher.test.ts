import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectNats, testNatsAccount } from '@platform/testkit/stores';
import type { NatsConnection } from '@nats-io/transport-node';
import { isStreamAway, rowPublisher } from '../src/bus/row-publisher.ts';
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
  const failure = await publish('nobody.takes.this', '{}', 'lost').catch((error: unknown) => error);
  expect(String(failure)).toContain('no stream');
  expect(isStreamAway(failure)).toBe(true);
  expect(await publish('rows.more', '{}', 'kept')).toBeGreaterThan(0);
});

test('the publisher gives up a message after seconds if its stream acknowledges nothing', async () => {
  const { publish } = rowPublisher(() => nc);
  // As a server that has lost its stream without knowing it yet: it takes the message and is silent.
  const silent = nc.subscribe('silent.>', { callback: () => undefined });
  const from = performance.now();
  const given = publish('silent.some', '{}', 'unanswered');
  const failure = await given.catch((error: unknown) => error);
  expect(String(failure)).toContain('in time');
  expect(isStreamAway(failure)).toBe(true);
  expect(performance.now() - from).toBeLessThan(4_500);
  expect(await publish('rows.more', '{}', 'meanwhile')).toBeGreaterThan(0);
  silent.unsubscribe();
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
