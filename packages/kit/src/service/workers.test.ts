import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestNats } from '@platform/dev/testing';
import { createBus } from '../bus/bus.ts';
import type { Bus } from '../bus/bus.ts';
import { silentLog } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { housekeeping } from './workers.ts';

let nats: Awaited<ReturnType<typeof startTestNats>>;
let buses: Bus[];

beforeAll(async () => {
  nats = await startTestNats();
  buses = ['a', 'b'].map((holder) => createBus({ service: 'shop', holder, url: nats.url, replicas: 1, log: silentLog, metrics: createMetrics('shop') }));
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
  test('is one pod\'s at a time; the next takes over when it stops', async () => {
    const done: string[] = [];
    const podOf = (holder: string, bus: Bus) => housekeeping({ leases: bus.leases, log: silentLog }, ['sweep', 'drop'].map((name) => ({ name, intervalMs: 20, work: async () => void done.push(`${holder} ${name}`) })));
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

  test('stops without ever having had a bus', async () => {
    const away = createBus({ service: 'shop', url: 'nats://127.0.0.1:1', replicas: 1, log: silentLog, metrics: createMetrics('shop') });
    const worker = housekeeping({ leases: away.leases, log: silentLog }, [{ name: 'never', intervalMs: 1, work: async () => { throw new Error('it was done'); } }]);
    worker.start();
    await worker.stop();
    await away.close();
  });
});
