import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeldDestination } from '@platform/kit/delivery';
import { eventually } from '@platform/testkit/eventually';
import { startReceiver } from '@platform/testkit/receiver';
import type { Receiver } from '@platform/testkit/receiver';
import { lockHeldLanes } from '../src/lanes/lane-leases.ts';
import { webhookPlatform } from './webhook-fixtures.ts';
import type { WebhookTestPlatform } from './webhook-fixtures.ts';

let web: WebhookTestPlatform;
const receivers: Receiver[] = [];

beforeAll(async () => {
  web = await webhookPlatform({ 'platform.webhooks.max-endpoints-per-tenant': '400' });
});
afterAll(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await web.platform.stop();
});

async function receiverOf(answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const together = 20;

/** A tenant with this many endpoints of one receiver, each with a path of its own. */
async function tenantWith(count: number, receiver: Receiver, at = web) {
  const { tenant, api } = await at.tenant();
  const create = (n: number) =>
    at.endpoint(api, { url: `${receiver.url}/${n}`, eventTypes: ['user.created'] });
  const ids: string[] = [];
  for (let n = 0; n < count; n += together)
    for (const { id } of await Promise.all(
      Array.from({ length: Math.min(together, count - n) }, (_, i) => create(n + i)),
    ))
      ids.push(id);
  return { tenantId: tenant.id, ids, publish: () => at.publish(tenant.id) };
}

/** The status of each endpoint's only delivery, and the outcome of its attempt. */
async function statesOf(ids: readonly string[]): Promise<Record<string, string>> {
  const rows = await web.sql<{ id: string; state: string }>(
    `SELECT d.endpoint_id AS id, d.status || ' ' || coalesce(a.outcome, 'unrecorded') AS state
     FROM webhook_deliveries d LEFT JOIN webhook_attempts a ON a.delivery_id = d.id WHERE d.endpoint_id = ANY ($1)`,
    [ids],
  );
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
}

/** Delays the transactions of a tenant until `go`. Counts them. */
function delayedTransactions(tenantId: string) {
  const { db } = web.platform.service.platform;
  const { transact } = db;
  let count = 0;
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => (go = resolve));
  Object.assign(db, {
    transact: async (...given: Parameters<typeof transact>) => {
      if (given[0].tenantId === tenantId) {
        count += 1;
        await gone;
      }
      return transact(...given);
    },
  });
  return { go, count: () => count, restore: () => Object.assign(db, { transact }) };
}

test('a lane whose fence is lost keeps its outcome, and those of the others are recorded together', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const receiver = await receiverOf(() => ({ until: answered }));
  const { tenantId, ids, publish } = await tenantWith(12, receiver);
  await publish();
  await eventually(async () => receiver.received.length === ids.length);
  const lost = ids[5]!;
  await web.sql('UPDATE webhook_lanes SET epoch = epoch + 1 WHERE endpoint_id = $1', [lost]);
  const transactions = delayedTransactions(tenantId);
  try {
    answer();
    await eventually(async () => transactions.count() > 0);
    // The others gather behind the first.
    await new Promise((resolve) => setTimeout(resolve, 200));
    transactions.go();
    await eventually(
      async () =>
        Object.values(await statesOf(ids)).filter((state) => state === 'succeeded succeeded')
          .length ===
        ids.length - 1,
    );
    expect((await statesOf(ids))[lost]).toBe('in_flight unrecorded');
    expect(transactions.count()).toBeLessThanOrEqual(3);
  } finally {
    transactions.restore();
  }
});

test('of two holders of a lane in one pod, only that with the epoch of the lane holds it', async () => {
  const { tenantId, ids } = await tenantWith(1, await receiverOf());
  const [destinationId] = ids as [string];
  await web.sql(
    "UPDATE webhook_lanes SET epoch = 7, leased_until = now() + interval '1 minute' WHERE endpoint_id = $1",
    [destinationId],
  );
  const holder = (epoch: number): HeldDestination => ({
    tenantId,
    destinationId,
    epoch,
    priorityClass: 'new',
    wasAbandoned: false,
  });
  const epochsOf = (...holders: HeldDestination[]) =>
    web.platform.service.platform.db.transact(
      { tenantId, actor: { type: 'system', id: 'outbound' } },
      async (tx) => [...(await lockHeldLanes(tx, holders)).values()].map(({ epoch }) => epoch),
    );
  expect(await epochsOf(holder(6), holder(7))).toEqual([7]);
  expect(await epochsOf(holder(6))).toEqual([]);
});

test('an outcome that cannot be stored does not keep those of other endpoints from being recorded', async () => {
  await web.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$BEGIN IF NEW.response_body = 'poison' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW; END$$`);
  await web.sql(
    'CREATE TRIGGER refuse BEFORE INSERT ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION refuse()',
  );
  const receiver = await receiverOf(({ path }) => ({
    body: path.endsWith('/3') ? 'poison' : '',
    delayMs: 50,
  }));
  const { ids, publish } = await tenantWith(8, receiver);
  await publish();
  const poisoned = ids[3]!;
  await eventually(
    async () =>
      Object.values(await statesOf(ids)).filter((state) => state === 'succeeded succeeded')
        .length ===
      ids.length - 1,
  );
  expect((await statesOf(ids))[poisoned]).toBe('in_flight unrecorded');
  await web.sql('DROP TRIGGER refuse ON webhook_attempts');
  await eventually(async () => (await statesOf(ids))[poisoned] === 'succeeded succeeded');
  expect(receiver.received).toHaveLength(ids.length);
});

test('a tenant with one endpoint does not wait for the deliveries of one with 400', async () => {
  const [busy, quiet] = [await receiverOf(() => ({ delayMs: 20 })), await receiverOf()];
  const many = await tenantWith(400, busy);
  const one = await tenantWith(1, quiet);
  for (let n = 0; n < 3; n++) await many.publish();
  await eventually(async () => busy.received.length > 50);
  for (let n = 0; n < 5; n++) await one.publish();
  await eventually(async () => quiet.received.length === 5);
  expect(busy.received.length).toBeLessThan(900);
  await eventually(async () => busy.received.length === 1_200);
});

test('a pod that is killed between a claim and its outcomes repeats at most what it had claimed', async () => {
  const doomed = await webhookPlatform({}, { leaseMs: 800 });
  const receiver = await receiverOf(() => ({ delayMs: 20 }));
  const { ids, publish } = await tenantWith(10, receiver, doomed);
  const events = 20;
  for (let n = 0; n < events; n++) await publish();
  await eventually(async () => receiver.received.length > 60);
  const dead = async (): Promise<never> => {
    throw new Error('killed');
  };
  Object.assign(doomed.platform.service.platform.db, { transact: dead, work: dead, read: dead });
  const openRows = (status: string) =>
    doomed.sql<{ id: string }>('SELECT id FROM webhook_deliveries WHERE status = $1', [status]);
  const claimed = new Set((await openRows('in_flight')).map(({ id }) => id));
  expect(claimed.size).toBeGreaterThan(0);
  const heir = await doomed.platform.startPod('heir');
  try {
    await eventually(async () => {
      doomed.clock.advance(6_000);
      return (await openRows('succeeded')).length === events * ids.length;
    });
    const times = new Map<string, number>();
    for (const { headers } of receiver.received) {
      const id = String(headers['x-platform-delivery']);
      times.set(id, (times.get(id) ?? 0) + 1);
    }
    const repeated = [...times].filter(([, count]) => count > 1).map(([id]) => id);
    expect(times.size).toBe(events * ids.length);
    expect(repeated.filter((id) => !claimed.has(id))).toEqual([]);
  } finally {
    await heir.close();
    await doomed.platform.stop().catch(() => undefined);
  }
});
