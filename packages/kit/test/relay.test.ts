import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { crashAfter, relayToCrashingServer } from '../src/bus/crashing-server.ts';
import { publishTestEvent, testStore } from '../src/bus/test-store.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;

const pending = async (): Promise<number> =>
  (await db.work((tx) => tx.row<{ n: number }>('SELECT count(*)::int AS n FROM outbox_pending')))
    ?.n ?? -1;
const events = async (n: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let i = 0; i < n; i++) ids.push(await publishTestEvent(db, newId('tenant')));
  return ids;
};

beforeAll(async () => {
  store = await testStore();
  db = store.db;
});
beforeEach(() =>
  db.work(async (tx) => {
    await tx.execute('DELETE FROM outbox_pending');
    await tx.execute('DELETE FROM outbox_published');
  }),
);
afterAll(() => store.stop());

const started = () => relayToCrashingServer(db);

test('lost messages are found even if newer events are pending', async () => {
  const all = started();
  const { server, rows, kept } = all;
  await rows.reconnected();
  const before = await events(6);
  await eventually(async () => (await pending()) === 0);
  crashAfter(all, 3);
  const after = await events(8);
  // The check of the streams is slow, so the outbox is polled before it completes.
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
  crashAfter(all, 1);
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
  crashAfter(all, 0);
  // The server is back, and the library sends its buffered messages before the relay checks for
  // losses.
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
  for (let i = 0; i < 10; i++) await publishTestEvent(db, poisoned, id);
  await db.work((tx) => tx.execute('UPDATE outbox_pending SET shard = 0'));
  const others = await events(6);
  await db.work((tx) => tx.execute('UPDATE outbox_pending SET shard = 0'));
  await rows.reconnected();
  await eventually(() => others.every((other) => kept().includes(other)));
  await eventually(async () => (await pending()) === 10);
  server.refused = undefined;
  await eventually(async () => (await pending()) === 0);
  await rows.stop();
});

test("a tenant's events are published in order of their positions, several at a time, and one by one for each subject", async () => {
  const { server, rows, kept } = started();
  const tenantId = newId('tenant');
  const first = newId('user');
  const subjectOf = new Map<string, string>();
  const written: string[] = [];
  for (let n = 0; n < 40; n++) {
    const subject = n % 4 < 2 ? first : newId('user');
    const id = await publishTestEvent(db, tenantId, subject);
    written.push(id);
    subjectOf.set(id, subject);
  }
  let wasTogether = false;
  server.delay = async () => {
    const subjects = server.inFlight.map((id) => subjectOf.get(id));
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
  for (let n = 0; n < 30; n++) written.push(await publishTestEvent(db, tenantId));
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
