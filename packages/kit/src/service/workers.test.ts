import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestNats } from '@platform/dev/testing';
import { createBus } from '../bus/bus.ts';
import type { Bus } from '../bus/bus.ts';
import { silentLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { atEachConnection, housekeeping } from './workers.ts';

let nats: Awaited<ReturnType<typeof startTestNats>>;
let buses: Bus[];

beforeAll(async () => {
  nats = await startTestNats();
  buses = ['a', 'b'].map((holder) =>
    createBus({
      service: 'shop',
      holder,
      url: nats.url,
      replicas: 1,
      log: silentLog,
      metrics: createMetrics('shop'),
    }),
  );
  await until(() => buses.every((bus) => bus.isConnected()));
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()));
  await nats.stop();
});

async function until(isMet: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !isMet();) {
    if (Date.now() > end) throw new Error('what was waited for did not come');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('housekeeping', () => {
  test("is one pod's at a time; the next takes over when it stops", async () => {
    const done: string[] = [];
    const podOf = (holder: string, bus: Bus) =>
      housekeeping(
        { leases: bus.leases, log: silentLog },
        ['sweep', 'drop'].map((name) => ({
          name,
          intervalMs: 20,
          work: async () => void done.push(`${holder} ${name}`),
        })),
      );
    const [a, b] = [podOf('a', buses[0] as Bus), podOf('b', buses[1] as Bus)];
    a.start();
    await until(() => done.length > 4);
    b.start();
    await until(() => done.length > 50);
    expect(new Set(done)).toEqual(new Set(['a sweep', 'a drop']));
    expect(await buses[0]?.get('leases', 'shop.housekeeping')).toEqual({ holder: 'a' });
    await a.stop();
    const count = done.length;
    await until(() => done.length > count + 4);
    expect(new Set(done.slice(count))).toEqual(new Set(['b sweep', 'b drop']));
    await b.stop();
  });

  test('shows in one pod what it does for all', async () => {
    const shown = (metrics: Metrics) => metrics.registry.getSingleMetricAsString('shop_rows');
    const podOf = (bus: Bus) => {
      const metrics = createMetrics('shop');
      const rows = metrics.gauge('shop_rows', 'Rows.', ['table']);
      let runs = 0;
      const worker = housekeeping({ leases: bus.leases, log: silentLog }, [
        {
          name: 'count',
          intervalMs: 20,
          gauges: [rows],
          work: async () => rows.set({ table: 'a' }, (runs += 1)),
        },
      ]);
      return { worker, metrics, runs: () => runs };
    };
    const [a, b] = [podOf(buses[0] as Bus), podOf(buses[1] as Bus)];
    a.worker.start();
    await until(() => a.runs() > 1);
    expect(await shown(a.metrics)).toMatch(/table="a".* \d/);
    b.worker.start();
    await a.worker.stop();
    expect(await shown(a.metrics)).not.toContain('table="a"');
    await until(() => b.runs() > 1);
    expect(await shown(b.metrics)).toMatch(/table="a".* \d/);
    await b.worker.stop();
  });

  test('stops without ever having had a bus', async () => {
    const away = createBus({
      service: 'shop',
      url: 'nats://127.0.0.1:1',
      replicas: 1,
      log: silentLog,
      metrics: createMetrics('shop'),
    });
    const worker = housekeeping({ leases: away.leases, log: silentLog }, [
      {
        name: 'never',
        intervalMs: 1,
        work: async () => {
          throw new Error('it was done');
        },
      },
    ]);
    worker.start();
    await worker.stop();
    await away.close();
  });
});

describe('atEachConnection', () => {
  const staged = (work: () => Promise<boolean>) => {
    const bus = { connection: 0, isAway: true };
    const worker = atEachConnection(
      { isConnected: () => !bus.isAway, connections: () => bus.connection },
      { intervalMs: 60_000, lookMs: 5 },
      'test',
      silentLog,
      work,
    );
    return { bus, worker };
  };
  const looks = () => new Promise((resolve) => setTimeout(resolve, 40));

  test('works once a connection, though the bus was away between two looks only', async () => {
    let runs = 0;
    const { bus, worker } = staged(async () => (runs += 1) > 0);
    worker.start();
    await looks();
    expect(runs).toBe(0);
    Object.assign(bus, { connection: 1, isAway: false });
    await looks();
    expect(runs).toBe(1);
    bus.connection = 2;
    await looks();
    expect(runs).toBe(2);
    await worker.stop();
  });

  test.each<[string, () => Promise<boolean>]>([
    [
      'fails',
      async () => {
        throw new Error('the store is away');
      },
    ],
    ['is not done', async () => false],
  ])('works again where it %s', async (_how, first) => {
    let runs = 0;
    const { bus, worker } = staged(async () => ((runs += 1) < 3 ? first() : true));
    Object.assign(bus, { connection: 1, isAway: false });
    worker.start();
    await looks();
    await looks();
    expect(runs).toBe(3);
    await worker.stop();
  });

  test('a connection that came while it worked is a new one', async () => {
    let runs = 0;
    const { bus, worker } = staged(async () => {
      if ((runs += 1) === 1) bus.connection = 2;
      return true;
    });
    Object.assign(bus, { connection: 1, isAway: false });
    worker.start();
    await looks();
    expect(runs).toBe(2);
    await worker.stop();
  });
});
