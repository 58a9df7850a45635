import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { testStore } from '../src/bus/test-store.ts';
import type { Database } from '../src/database/database.ts';
import { cron } from '../src/jobs/jobs.ts';
import type { SingletonJob } from '../src/jobs/jobs.ts';
import { nextRun } from '../src/jobs/recurring-job.ts';
import { startPod, testDatabase, testHints } from '../src/jobs/test-pods.ts';
import type { TestPod } from '../src/jobs/test-pods.ts';

let store: Awaited<ReturnType<typeof testStore>>;
const pods: TestPod[] = [];
const opened: Database[] = [];
beforeAll(async () => {
  store = await testStore();
});
afterEach(async () => {
  await Promise.all(pods.splice(0).map((pod) => pod.stop()));
  await Promise.all(opened.splice(0).map((db) => db.close()));
  await sql('DELETE FROM job');
});
afterAll(() => store.stop());

const sql = <R = Record<string, any>>(text: string, params: unknown[] = []): Promise<R[]> =>
  withClient(store.url, async (client) => {
    await client.query('SET search_path = shop');
    return (await client.query(text, params)).rows as R[];
  });
const row = async (name: string): Promise<any> =>
  (await sql('SELECT * FROM job WHERE kind = $1', [`singleton: ${name}`]))[0];
const podOf = (worker: string, singletons: SingletonJob[], options: object = {}): TestPod => {
  const db = testDatabase(store.url);
  opened.push(db);
  const started = startPod({ db, worker, pollMs: 10, ...options }, [], singletons);
  pods.push(started);
  return started;
};
/** A clock that two pods share. */
const clockAt = (time: string) => {
  let now = Date.parse(time);
  return { now: () => now, set: (later: string) => void (now = Date.parse(later)) };
};
/** Makes the row due. */
const come = (name: string) =>
  sql(`UPDATE job SET run_at = now() WHERE kind = $1 AND state = 'PENDING'`, [
    `singleton: ${name}`,
  ]);

describe('nextRun', () => {
  test.each([
    ['0 */5 * * * *', '2026-11-22T10:02:30Z', '2026-11-22T10:05:00.000Z'],
    ['0 */5 * * * *', '2026-11-22T10:05:00Z', '2026-11-22T10:10:00.000Z'],
    ['30 15 3 * * 1', '2026-11-22T10:00:00Z', '2026-11-23T03:15:30.000Z'],
    ['0 0 0 29 2 *', '2026-11-22T10:00:00Z', '2028-02-29T00:00:00.000Z'],
    [90_000, '2026-11-22T10:00:00Z', '2026-11-22T10:01:30.000Z'],
  ])('of %s after %s is %s', (schedule, after, expected) => {
    expect(nextRun(schedule, new Date(after)).toISOString()).toBe(expected);
  });

  test.each(['* * * * *', 'hourly', '0 0 0 30 2 *'])('rejects %s', (schedule) => {
    expect(() => nextRun(schedule, new Date('2026-11-22T10:00:00Z'))).toThrow();
  });
});

describe('cron', () => {
  test('runs each time once, whichever of two pods is first, and missed times once', async () => {
    // Ahead of the database's clock, which decides what is due.
    const clock = clockAt('2126-11-22T10:02:00Z');
    const ran: string[] = [];
    const jobs = (worker: string) => [
      cron('0 */5 * * * *', 'report', async () => void ran.push(worker)),
    ];
    for (const worker of ['a', 'b']) podOf(worker, jobs(worker), clock);
    const first = await eventually(() => row('report'));
    expect([first.run_at.toISOString(), first.schedule, ran]).toEqual([
      '2126-11-22T10:05:00.000Z',
      '0 */5 * * * *',
      [],
    ]);
    for (let turn = 1; turn <= 5; turn++) {
      await come('report');
      await eventually(() => ran.length === turn);
      await eventually(async () => (await row('report')).state === 'PENDING');
    }
    // No pod ran for an hour: its twelve times are made up by one run.
    clock.set('2126-11-22T11:03:00Z');
    await come('report');
    await eventually(
      async () => (await row('report')).run_at.toISOString() === '2126-11-22T11:05:00.000Z',
    );
    expect([
      ran.length,
      (await sql(`SELECT FROM job WHERE kind = 'singleton: report'`)).length,
    ]).toEqual([6, 1]);
  });

  test('runs at its new times after a change of the expression', async () => {
    const clock = clockAt('2126-11-22T10:02:00Z');
    const first = podOf('a', [cron('0 0 12 * * *', 'report', async () => undefined)], clock);
    await eventually(() => row('report'));
    await first.stop();
    podOf('b', [cron('0 0 11 * * *', 'report', async () => undefined)], clock);
    const changed = await eventually(async () => {
      const found = await row('report');
      return found.schedule === '0 0 11 * * *' && found;
    });
    expect(changed.run_at.toISOString()).toBe('2126-11-22T11:00:00.000Z');
  });
});

describe('a singleton', () => {
  test('runs immediately and repeatedly, but never concurrently', async () => {
    let [running, most] = [0, 0];
    const ran: string[] = [];
    const sweep = (worker: string): SingletonJob => ({
      name: 'sweep twice',
      schedule: 5,
      work: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 15));
        running -= 1;
        ran.push(worker);
      },
    });
    for (const worker of ['a', 'b']) podOf(worker, [sweep(worker)]);
    await eventually(() => ran.length > 12);
    expect(most).toBe(1);
  });

  test('that fails runs again at its next time, and shows its error until it succeeds', async () => {
    let runs = 0;
    podOf('a', [
      {
        name: 'broken',
        schedule: 1_000,
        work: async () => {
          runs += 1;
          if (runs === 1) throw new Error('not yet');
        },
      },
    ]);
    const failed = await eventually(async () => {
      const found = await row('broken');
      return found?.last_error && found;
    });
    expect(failed).toMatchObject({ state: 'PENDING', last_error: { message: 'not yet' } });
    await come('broken');
    await eventually(async () => (await row('broken')).last_error === null && runs === 2);
  });

  test('waits for its time when a pod starts, unless it also runs at starts', async () => {
    const ran: string[] = [];
    const both = (worker: string): SingletonJob[] =>
      [true, false].map((atStart) => ({
        name: `at start ${atStart}`,
        schedule: 3_600_000,
        atStart,
        work: async () => void ran.push(`${worker} ${atStart}`),
      }));
    const first = podOf('a', both('a'));
    await eventually(() => ran.length === 2);
    await eventually(async () => (await row('at start false')).state === 'PENDING');
    await first.stop();
    podOf('b', both('b'));
    await eventually(() => ran.length === 3);
    expect(ran.toSorted()).toEqual(['a false', 'a true', 'b true']);
  });

  test('is taken over by another pod when its pod stops during a run', async () => {
    const ran: string[] = [];
    const long = (worker: string): SingletonJob => ({
      name: 'long',
      schedule: 3_600_000,
      work: async (signal) => {
        ran.push(worker);
        if (worker === 'a')
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    const a = podOf('a', [long('a')]);
    await eventually(() => ran.length === 1);
    const bus = testHints();
    podOf('b', [long('b')], { bus });
    await a.stop();
    await eventually(() => ran.length === 2);
    expect(ran).toEqual(['a', 'b']);
  });

  test('shows its gauges only in the pod that ran it last', async () => {
    const counted = (pod: () => TestPod | undefined): SingletonJob => {
      const gauge = {
        set: () => pod()?.metrics.gauge('platform_webhook_slots_used').set(1),
        reset: () => pod()?.metrics.gauge('platform_webhook_slots_used').reset(),
      };
      return { name: 'rows', schedule: 3_600_000, gauges: [gauge], work: async () => gauge.set() };
    };
    const shown = (pod: TestPod): Promise<string> =>
      pod.metrics.registry.getSingleMetricAsString('platform_webhook_slots_used').catch(() => '');
    const holder: { a?: TestPod; b?: TestPod } = {};
    holder.a = podOf('a', [counted(() => holder.a)]);
    await eventually(async () => (await shown(holder.a!)).endsWith(' 1'));
    await eventually(async () => (await row('rows')).state === 'PENDING');
    await sql(`UPDATE job SET worker = 'b' WHERE kind = 'singleton: rows'`);
    await eventually(async () => (await shown(holder.a!)).endsWith(' 0'));
  });
});
