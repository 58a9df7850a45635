import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { JetStreamClient, MsgHdrs } from 'nats';
import type { Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { silentLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { relay } from './relay.ts';
import { publishFact, testStore } from './test-store.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;

/** A server that keeps what it acknowledges until it crashes; then the end of it is gone. */
function crashingServer() {
  const server = {
    messages: [] as { seq: number; id: string }[],
    isAway: false,
    managerMs: 0,
    failures: 0,
    consumers: [] as {
      name: string;
      config: object;
      delivered: { stream_seq: number };
      ack_floor: { stream_seq: number };
    }[],
    isListed: undefined as (() => void) | undefined,
    pulledBack: [] as { name: string; opt_start_seq: number; last: number }[],
    refused: undefined as string | undefined,
    held: undefined as Promise<void> | undefined,
  };
  const js = {
    async publish(subject: string, _data: unknown, { headers }: { headers: MsgHdrs }) {
      if (server.isAway) throw new Error('away');
      if (server.refused && subject.includes(server.refused)) throw new Error('not allowed');
      const id = headers.get('Nats-Msg-Id');
      const known = server.messages.find((m) => m.id === id);
      const seq = known?.seq ?? server.messages.length + 1;
      if (!known) server.messages.push({ seq, id });
      await server.held;
      return { seq };
    },
    async jetstreamManager() {
      await new Promise((resolve) => setTimeout(resolve, server.managerMs));
      if (server.failures-- > 0) throw new Error('not ready yet');
      const consumers = {
        async *list(stream: string) {
          server.isListed?.();
          if (stream === 'EVENTS') yield* server.consumers.slice();
        },
        async delete(_stream: string, name: string) {
          server.consumers = server.consumers.filter((one) => one.name !== name);
        },
        async add(
          _stream: string,
          { name, opt_start_seq }: { name: string; opt_start_seq: number },
        ) {
          server.pulledBack.push({ name, opt_start_seq, last: server.messages.length });
        },
      };
      return {
        consumers,
        streams: {
          info: async () => ({ state: { last_seq: server.messages.length } }),
          async getMessage(_stream: string, { seq }: { seq: number }) {
            const found = server.messages.find((m) => m.seq === seq);
            if (!found) throw new Error('no message found');
            return { header: new Map([['Nats-Msg-Id', found.id]]) };
          },
        },
      };
    },
  };
  return { server, js: js as unknown as JetStreamClient };
}

const until = async (isMet: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 8_000; Date.now() < end;) {
    if (await isMet()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('what was waited for did not come');
};
const owed = async (): Promise<number> =>
  (
    await db.work((tx) =>
      tx.row<{ n: number }>('SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL'),
    )
  )?.n ?? -1;
const facts = async (n: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < n; i++) ids.push(await publishFact(db, newId('tenant')));
  return ids;
};

beforeAll(async () => {
  store = await testStore();
  db = store.db;
});
beforeEach(() => db.work((tx) => tx.execute('DELETE FROM outbox')));
afterAll(() => store.stop());

function started() {
  const { server, js } = crashingServer();
  const rows = relay({
    db,
    jetstream: () => (server.isAway ? undefined : js),
    replicas: 1,
    pollIntervalMs: 20,
    batchSize: 4,
    retentionMs: 86_400_000,
    restMs: 300,
    log: silentLog,
    metrics: createMetrics('shop'),
  });
  rows.start();
  return { server, rows, kept: () => server.messages.map((m) => m.id) };
}
const crash = ({ server, rows }: ReturnType<typeof started>, keeps: number): void => {
  server.isAway = true;
  rows.disconnected();
  server.messages.splice(keeps);
};

test('what a server lost is found though newer facts wait to go out', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  const before = await facts(6);
  await until(async () => (await owed()) === 0);
  crash(all, 3);
  const after = await facts(8);
  // Whoever looks needs a while, and the next look at the outbox comes before.
  server.managerMs = 200;
  server.isAway = false;
  await rows.reconnected();
  await until(async () => (await owed()) === 0);
  expect([...new Set(kept())].sort()).toEqual([...before, ...after].sort());
  await rows.stop();
});

test('consumers that are ahead of what is left go on from its end, before anything is published', async () => {
  const all = started();
  const { server, rows } = all;
  await rows.reconnected();
  await facts(6);
  await until(async () => (await owed()) === 0);
  const consumer = (name: string, delivered: number, acknowledged: number) => ({
    name,
    config: { name },
    delivered: { stream_seq: delivered },
    ack_floor: { stream_seq: acknowledged },
  });
  server.consumers = [consumer('ahead', 6, 6), consumer('in hand', 5, 1), consumer('behind', 3, 3)];
  crash(all, 3);
  await facts(2);
  server.managerMs = 100;
  server.isAway = false;
  await rows.reconnected();
  expect(server.pulledBack).toEqual([
    { name: 'ahead', opt_start_seq: 4, last: 3 },
    { name: 'in hand', opt_start_seq: 2, last: 3 },
  ]);
  expect(server.consumers.map((one) => one.name)).toEqual(['behind']);
  await until(async () => (await owed()) === 0);
  await rows.stop();
});

test('consumers that keep up while others publish are left alone', async () => {
  const { server, rows } = started();
  server.isListed = () => {
    server.messages.push({ seq: server.messages.length + 1, id: 'of another service' });
    const { length } = server.messages;
    server.consumers = [
      {
        name: 'busy',
        config: { name: 'busy' },
        delivered: { stream_seq: length },
        ack_floor: { stream_seq: length - 1 },
      },
    ];
  };
  await rows.reconnected();
  expect(server.pulledBack).toEqual([]);
  await rows.stop();
});

test('it is looked for until that is possible, and nothing is published before', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  const before = await facts(4);
  await until(async () => (await owed()) === 0);
  crash(all, 1);
  const after = await facts(5);
  server.failures = 2;
  server.isAway = false;
  await rows.reconnected();
  await until(async () => (await owed()) === 0);
  expect([...new Set(kept())].sort()).toEqual([...before, ...after].sort());
  await rows.stop();
});

test('what was acknowledged before and after a crash in one batch stays owed', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  let acknowledge = (): void => undefined;
  server.held = new Promise((resolve) => (acknowledge = resolve));
  const ids = await facts(5);
  await until(() => server.messages.length > 0);
  crash(all, 0);
  // The server is back, and the library hands over what waits in its buffer, before anybody looks for what was lost.
  server.messages.push({ seq: 1, id: 'of another service' }, { seq: 2, id: 'another' });
  acknowledge();
  server.held = undefined;
  server.isAway = false;
  await rows.reconnected();
  await until(async () => (await owed()) === 0);
  expect(kept()).toEqual(expect.arrayContaining(ids));
  await rows.stop();
});

test('rows that the bus never takes do not keep those of others waiting, however many they are', async () => {
  const { server, rows, kept } = started();
  const poisoned = newId('tenant');
  server.refused = poisoned;
  const id = newId('user');
  for (let i = 0; i < 10; i++) await publishFact(db, poisoned, id);
  await db.work((tx) => tx.execute('UPDATE outbox SET shard = 0'));
  const others = await facts(6);
  await db.work((tx) => tx.execute('UPDATE outbox SET shard = 0'));
  await rows.reconnected();
  await until(() => others.every((other) => kept().includes(other)));
  await until(async () => (await owed()) === 10);
  server.refused = undefined;
  await until(async () => (await owed()) === 0);
  await rows.stop();
});
