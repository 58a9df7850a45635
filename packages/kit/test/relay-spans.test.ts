import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import type { Database } from '../src/database/database.ts';
import { newId } from '../src/ids/ids.ts';
import { crashAfter, relayToCrashingServer } from '../src/bus/crashing-server.ts';
import { testEvent, testStore } from '../src/bus/test-store.ts';

let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;

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

interface Span {
  position: number;
  publishedUntil: number;
  lastPosition: number;
}

const spans = (): Promise<Span[]> =>
  db.work((tx) =>
    tx.rows<Span>(
      'SELECT position, published_until, last_position FROM outbox_pending ORDER BY position',
    ),
  );
const isSettled = async (): Promise<boolean> => (await spans()).length === 0;

/** Publishes `count` events in one statement. Returns their ids in order. */
async function publishTogether(
  tenantId: string,
  count: number,
  subjectOf: (n: number) => string = () => newId('user'),
): Promise<string[]> {
  await db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.publishAll(Array.from({ length: count }, (_, n) => testEvent(subjectOf(n)))),
  );
  const rows = await db.work((tx) =>
    tx.rows<{ eventId: string }>(
      'SELECT event_id FROM outbox WHERE tenant_id = $1 ORDER BY position DESC LIMIT $2',
      [tenantId, count],
    ),
  );
  return rows.map(({ eventId }) => eventId).toReversed();
}

test('events of one statement form one span, which is published in order, batch by batch', async () => {
  const { server, rows, kept } = relayToCrashingServer(db);
  const written = await publishTogether(newId('tenant'), 10);
  expect(await spans()).toHaveLength(1);
  const [first] = await spans();
  const inBetween: number[] = [];
  server.delay = async () => {
    const [span] = await spans();
    if (span && first) inBetween.push(span.publishedUntil - first.publishedUntil);
  };
  await rows.reconnected();
  await eventually(isSettled);
  expect(kept()).toEqual(written);
  expect(inBetween).toEqual(expect.arrayContaining([0, 4, 8]));
  await rows.stop();
});

test('a span stops at the row that NATS rejects, and continues from there', async () => {
  const { server, rows, kept } = relayToCrashingServer(db);
  const tenantId = newId('tenant');
  const written = await publishTogether(tenantId, 3);
  await rows.reconnected();
  await eventually(isSettled);
  server.refused = tenantId;
  const more = await publishTogether(tenantId, 6);
  rows.wake();
  await eventually(() => server.refusals > 0);
  expect((await spans()).map((span) => span.lastPosition - span.publishedUntil)).toEqual([6]);
  server.refused = undefined;
  await eventually(isSettled);
  expect(kept()).toEqual([...written, ...more]);
  await rows.stop();
});

test('rows acknowledged after a gap are published again, and stored once', async () => {
  const { server, rows, kept } = relayToCrashingServer(db);
  const written = await publishTogether(newId('tenant'), 4);
  server.refusedIds.add(written[1]!);
  await rows.reconnected();
  await eventually(() => server.refusals > 0);
  await eventually(async () => {
    const [span] = await spans();
    return span !== undefined && span.publishedUntil === span.position;
  });
  server.refusedIds.clear();
  await eventually(isSettled);
  expect(kept().toSorted()).toEqual(written.toSorted());
  await rows.stop();
});

test('a span that lost published rows in a crash becomes pending from the first lost row', async () => {
  const all = relayToCrashingServer(db);
  const { server, rows, kept } = all;
  const subjects = [newId('user'), newId('user')];
  const written = await publishTogether(newId('tenant'), 8, (n) => subjects[n % 2]!);
  // The second batch is never accepted.
  server.refusedIds.add(written[4]!);
  await rows.reconnected();
  await eventually(() => server.refusals > 0);
  await eventually(async () => {
    const [span] = await spans();
    return span !== undefined && span.publishedUntil > span.position;
  });
  crashAfter(all, 2);
  server.refusedIds.clear();
  server.isAway = false;
  await rows.reconnected();
  await eventually(isSettled);
  expect(kept()).toEqual(written);
  await rows.stop();
});

test('a batch stops when its connection is replaced', async () => {
  const all = relayToCrashingServer(db);
  const { server, rows, kept } = all;
  const subject = newId('user');
  const written = await publishTogether(newId('tenant'), 3, () => subject);
  let acknowledge = (): void => undefined;
  server.held = new Promise((resolve) => (acknowledge = resolve));
  await rows.reconnected();
  await eventually(() => server.inFlight.length === 1);
  crashAfter(all, 0);
  server.isAway = false;
  server.held = undefined;
  const isBack = rows.reconnected();
  acknowledge();
  await isBack;
  await eventually(isSettled);
  expect(kept()).toEqual(written);
  await rows.stop();
});

test('events of one transaction on different streams form separate spans', async () => {
  const { rows, kept } = relayToCrashingServer(db);
  const tenantId = newId('tenant');
  await db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.publishAll([
      testEvent(),
      {
        type: 'tenant.purged',
        subject: { type: 'tenant', id: tenantId },
        data: { service: 'directory', rows: 1 },
      },
      testEvent(),
    ]),
  );
  const chains = await db.work((tx) =>
    tx.rows<{ chain: string }>('SELECT chain FROM outbox_pending ORDER BY position'),
  );
  expect(chains).toEqual([{ chain: 'events' }, { chain: 'platform' }]);
  await rows.reconnected();
  await eventually(isSettled);
  expect(kept()).toHaveLength(3);
  await rows.stop();
});

test('rows that a pod of the previous release inserts are pending, too', async () => {
  const tenantId = newId('tenant');
  await db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    tx.execute(
      `INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope)
       SELECT $1, 0, 'k', 'e' || n, 'events.0.x', '{}' FROM generate_series(1, 3) AS n`,
      [tenantId],
    ),
  );
  const [span, ...others] = await spans();
  expect(others).toEqual([]);
  expect(span && span.lastPosition - span.publishedUntil).toBe(3);
});

test('rows are noted by the function that writes them, without the trigger', async () => {
  await withClient(store.url, (client) =>
    client.query('ALTER TABLE shop.outbox DISABLE TRIGGER outbox__pending'),
  );
  await publishTogether(newId('tenant'), 3);
  const [span] = await spans();
  expect(span && span.lastPosition - span.publishedUntil).toBe(3);
});
