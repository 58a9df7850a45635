import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import type { JetStreamClient } from 'nats';
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
    /** Publishes on their way, and the most there ever were. */
    onTheWay: [] as string[],
    mostOnTheWay: 0,
    delay: undefined as (() => Promise<void>) | undefined,
    refused: undefined as string | undefined,
    held: undefined as Promise<void> | undefined,
  };
  const publisher = {
    async publish(subject: string, _payload: string, id: string) {
      if (server.isAway) throw new Error('away');
      if (server.refused && subject.includes(server.refused)) throw new Error('not allowed');
      server.onTheWay.push(id);
      server.mostOnTheWay = Math.max(server.mostOnTheWay, server.onTheWay.length);
      const known = server.messages.find((m) => m.id === id);
      const seq = known?.seq ?? server.messages.length + 1;
      if (!known) server.messages.push({ seq, id });
      await server.held;
      await server.delay?.();
      server.onTheWay.splice(server.onTheWay.indexOf(id), 1);
      return seq;
    },
    abandon: () => undefined,
  };
  const js = {
    async jetstreamManager() {
      await new Promise((resolve) => setTimeout(resolve, server.managerMs));
      if (server.failures-- > 0) throw new Error('not ready yet');
      return {
        streams: {
          async getMessage(_stream: string, { seq }: { seq: number }) {
            const found = server.messages.find((m) => m.seq === seq);
            if (!found) throw new Error('no message found');
            return { header: new Map([['Nats-Msg-Id', found.id]]) };
          },
        },
      };
    },
  };
  return { server, publisher, js: js as unknown as JetStreamClient };
}

const pending = async (): Promise<number> =>
  (
    await db.work((tx) =>
      tx.row<{ n: number }>('SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL'),
    )
  )?.n ?? -1;
const events = async (n: number): Promise<string[]> => {
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
  const { server, publisher, js } = crashingServer();
  const rows = relay({
    db,
    jetstream: () => (server.isAway ? undefined : js),
    publisher,
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

test('lost messages are found even if newer events are pending', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  const before = await events(6);
  await eventually(async () => (await pending()) === 0);
  crash(all, 3);
  const after = await events(8);
  // Whoever looks needs a while, and the next look at the outbox comes before.
  server.managerMs = 200;
  server.isAway = false;
  await rows.reconnected();
  await eventually(async () => (await pending()) === 0);
  expect([...new Set(kept())].sort()).toEqual([...before, ...after].sort());
  await rows.stop();
});

test('the search for lost messages is retried, and nothing is published before it succeeds', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  const before = await events(4);
  await eventually(async () => (await pending()) === 0);
  crash(all, 1);
  const after = await events(5);
  server.failures = 2;
  server.isAway = false;
  await rows.reconnected();
  await eventually(async () => (await pending()) === 0);
  expect([...new Set(kept())].sort()).toEqual([...before, ...after].sort());
  await rows.stop();
});

test('a batch acknowledged partly before and partly after a crash stays pending', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  let acknowledge = (): void => undefined;
  server.held = new Promise((resolve) => (acknowledge = resolve));
  const ids = await events(5);
  await eventually(() => server.messages.length > 0);
  crash(all, 0);
  // The server is back, and the library hands over what waits in its buffer, before anybody looks for what was lost.
  server.messages.push({ seq: 1, id: 'of another service' }, { seq: 2, id: 'another' });
  acknowledge();
  server.held = undefined;
  server.isAway = false;
  await rows.reconnected();
  await eventually(async () => (await pending()) === 0);
  expect(kept()).toEqual(expect.arrayContaining(ids));
  await rows.stop();
});

test('rows that NATS never accepts do not delay those of other tenants, however many there are', async () => {
  const { server, rows, kept } = started();
  const poisoned = newId('tenant');
  server.refused = poisoned;
  const id = newId('user');
  for (let i = 0; i < 10; i++) await publishFact(db, poisoned, id);
  await db.work((tx) => tx.execute('UPDATE outbox SET shard = 0'));
  const others = await events(6);
  await db.work((tx) => tx.execute('UPDATE outbox SET shard = 0'));
  await rows.reconnected();
  await eventually(() => others.every((other) => kept().includes(other)));
  await eventually(async () => (await pending()) === 10);
  server.refused = undefined;
  await eventually(async () => (await pending()) === 0);
  await rows.stop();
});

test("a tenant's events are published in order of their positions, a few at a time, and one by one for each subject", async () => {
  const { server, rows, kept } = started();
  const tenantId = newId('tenant');
  const first = newId('user');
  const subjectOf = new Map<string, string>();
  const written: string[] = [];
  for (let n = 0; n < 40; n++) {
    const subject = n % 4 < 2 ? first : newId('user');
    const id = await publishFact(db, tenantId, subject);
    written.push(id);
    subjectOf.set(id, subject);
  }
  let wasTogether = false;
  server.delay = async () => {
    const subjects = server.onTheWay.map((id) => subjectOf.get(id));
    wasTogether ||= new Set(subjects).size < subjects.length;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
  };
  await rows.reconnected();
  await eventually(async () => (await pending()) === 0);
  expect(kept()).toEqual(written);
  expect(wasTogether).toBe(false);
  expect(server.mostOnTheWay).toBeGreaterThan(1);
  await rows.stop();
});

test('a row that NATS did not accept blocks later events of its tenant until it is accepted', async () => {
  const { server, rows, kept } = started();
  const tenantId = newId('tenant');
  const written: string[] = [];
  for (let n = 0; n < 30; n++) written.push(await publishFact(db, tenantId));
  const others = await events(3);
  server.refused = tenantId;
  await rows.reconnected();
  await eventually(() => others.every((other) => kept().includes(other)));
  expect(kept().filter((id) => written.includes(id))).toEqual([]);
  server.refused = undefined;
  await eventually(async () => (await pending()) === 0);
  expect(kept().filter((id) => written.includes(id))).toEqual(written);
  await rows.stop();
});
