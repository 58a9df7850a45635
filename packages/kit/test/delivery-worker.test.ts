import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { testStore } from '../src/bus/test-store.ts';
import type { Database } from '../src/database/database.ts';
import { leaseLost } from '../src/leases/leases.ts';
import { silentLog } from '../src/telemetry/log.ts';
import { deliveryWorker, destinations } from '../src/delivery/delivery.ts';
import type {
  DeliveryTurn,
  DeliveryWorker,
  DeliveryWorkerOptions,
} from '../src/delivery/delivery.ts';
import type { HeldDestination } from '../src/delivery/delivery.ts';

const queues = destinations({
  table: 'queue',
  id: 'id',
  dueAt: 'due_at',
  mayRun: 'NOT paused',
  priorityClass: 'class',
});

let store: Awaited<ReturnType<typeof testStore>>;
let db: Database;
const workers: DeliveryWorker[] = [];
beforeAll(async () => {
  store = await testStore();
  ({ db } = store);
  await sql(`CREATE TABLE queue (tenant_id text NOT NULL, id text NOT NULL, class text NOT NULL DEFAULT 'good', due_at timestamptz, paused boolean NOT NULL DEFAULT false,
      epoch bigint NOT NULL DEFAULT 0, leased_until timestamptz, PRIMARY KEY (tenant_id, id));
    GRANT SELECT, UPDATE ON queue TO shop_worker`);
});
beforeEach(() => sql('TRUNCATE queue'));
afterEach(async () => void (await Promise.all(workers.splice(0).map((one) => one.stop()))));
afterAll(() => store.stop());

const sql = <R = Record<string, any>>(text: string): Promise<R[]> =>
  withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text)).rows as R[];
  });
const addDue = (...rows: [id: string, priorityClass?: string][]): Promise<unknown> =>
  sql(
    `INSERT INTO queue (tenant_id, id, class, due_at) VALUES ${rows.map(([id, of = 'good']) => `('t', '${id}', '${of}', now())`).join()}`,
  );
/** Ends the lease of a destination as a turn does. */
const finish = ({ destinationId, epoch }: HeldDestination): Promise<unknown> =>
  sql(
    `UPDATE queue SET leased_until = NULL, due_at = NULL WHERE id = '${destinationId}' AND epoch = ${epoch} AND leased_until IS NOT NULL`,
  );

function work(
  turn: (held: HeldDestination, turn: DeliveryTurn) => Promise<'due' | void>,
  options: Partial<DeliveryWorkerOptions> = {},
): DeliveryWorker {
  const worker = deliveryWorker({
    name: 'queues',
    db,
    destinations: queues,
    turn: (held, input) => turn(held, input).finally(input.slot.release),
    limits: { maxInFlight: 8, maxInFlightPerTenant: 8 },
    mayStay: () => true,
    log: silentLog,
    tickMs: 20,
    leaseMs: 60_000,
    shutdownMs: 0,
    ...options,
  });
  workers.push(worker);
  worker.start();
  return worker;
}
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('a due destination', () => {
  test('is worked on once, by one of several pods, and a paused one by none', async () => {
    await addDue(['a'], ['b'], ['c']);
    await sql(`UPDATE queue SET paused = true WHERE id = 'c'`);
    const worked: string[] = [];
    const turn = async (held: HeldDestination) => {
      worked.push(held.destinationId);
      await finish(held);
    };
    work(turn);
    work(turn);
    await expect.poll(() => worked.toSorted()).toEqual(['a', 'b']);
    await expect.poll(() => sql('SELECT id FROM queue WHERE leased_until IS NOT NULL')).toEqual([]);
    expect(worked).toHaveLength(2);
  });

  test('gets a slot before a failing one, which keeps at most a quarter of the slots', async () => {
    await addDue(...[1, 2, 3, 4].map((n): [string, string] => [`poor${n}`, 'poor']));
    const worked: string[] = [];
    work(async ({ destinationId }, { signal }) => {
      worked.push(destinationId);
      await untilAborted(signal);
    });
    await expect.poll(() => worked).toHaveLength(2);
    await addDue(['good']);
    await expect.poll(() => worked).toContain('good');
    expect(worked).toHaveLength(3);
  });

  test('gets its turn when it becomes due, however seldom the worker looks by itself', async () => {
    await addDue(['a']);
    await sql(`UPDATE queue SET due_at = now() + interval '500 milliseconds'`);
    const worked: string[] = [];
    work(
      async (held) => {
        worked.push(held.destinationId);
        await finish(held);
      },
      { tickMs: 60_000 },
    );
    await expect.poll(() => worked, { timeout: 20_000 }).toEqual(['a']);
  });
});

describe('a turn', () => {
  test('that fails releases its destination, which gets another turn after a pause', async () => {
    await addDue(['a']);
    const times: number[] = [];
    work(async (held) => {
      times.push(performance.now());
      if (times.length === 1) throw new Error('unforeseen');
      expect(held.wasAbandoned).toBe(true);
      await finish(held);
    });
    await expect.poll(() => times, { timeout: 20_000 }).toHaveLength(2);
    expect(times[1]! - times[0]!).toBeGreaterThan(900);
  });

  test('that fails is not repeated only when the worker next looks by itself', async () => {
    await addDue(['a']);
    let turns = 0;
    work(
      async (held) => {
        turns += 1;
        if (turns === 1) throw new Error('unforeseen');
        await finish(held);
      },
      { tickMs: 2_000 },
    );
    // The pause is a second; without anything due, the worker looks every 40 seconds.
    await expect.poll(() => turns, { timeout: 15_000 }).toBe(2);
  });

  test('is aborted when another pod has claimed its destination, and releases nothing', async () => {
    await addDue(['a']);
    const reasons: unknown[] = [];
    const worker = work(
      async (_held, { signal }) => {
        await untilAborted(signal);
        reasons.push(signal.reason);
      },
      { leaseMs: 300 },
    );
    await expect.poll(() => sql('SELECT FROM queue WHERE leased_until > now()')).toHaveLength(1);
    await sql(
      `UPDATE queue SET epoch = epoch + 1, leased_until = now() + interval '1 hour', due_at = NULL`,
    );
    await expect.poll(() => reasons).toEqual([leaseLost]);
    await worker.stop();
    expect(await sql(`SELECT epoch::int, leased_until > now() AS held FROM queue`)).toEqual([
      { epoch: 2, held: true },
    ]);
  });

  test('keeps its destination by renewals for longer than a lease', async () => {
    await addDue(['a']);
    let turns = 0;
    work(
      async (held) => {
        turns += 1;
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        await finish(held);
      },
      { leaseMs: 600 },
    );
    await expect
      .poll(() => sql('SELECT FROM queue WHERE due_at IS NULL'), { timeout: 20_000 })
      .toHaveLength(1);
    expect(turns).toBe(1);
  });
});

describe('a shutdown', () => {
  test('lets turns end by themselves within its time, without starting more', async () => {
    await addDue(['a']);
    const ends: unknown[] = [];
    const worker = work(
      async (held, { closing, signal, mayGoOn }) => {
        ends.push(mayGoOn());
        await untilAborted(closing);
        await finish(held);
        ends.push(mayGoOn(), signal.aborted);
      },
      { shutdownMs: 20_000 },
    );
    await expect.poll(() => ends).toEqual([true]);
    await worker.stop();
    expect(ends).toEqual([true, false, false]);
  });

  test('aborts the others, and releases their destinations to other pods before the lease expires', async () => {
    await addDue(['a']);
    const worker = work(async (_held, { signal }) => untilAborted(signal));
    await expect.poll(() => sql('SELECT FROM queue WHERE leased_until > now()')).toHaveLength(1);
    await worker.stop();
    const next: HeldDestination[] = [];
    work(async (held) => {
      next.push(held);
      await finish(held);
    });
    await expect.poll(() => next).toMatchObject([{ destinationId: 'a', wasAbandoned: true }]);
  });
});
