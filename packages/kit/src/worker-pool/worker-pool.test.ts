import { afterEach, expect, test } from 'vitest';
import { createMetrics } from '../telemetry/metrics.ts';
import type { WorkerPool, WorkerPoolOptions } from './worker-pool.ts';
import { workerPool } from './worker-pool.ts';

type Tasks = {
  double: (n: number) => number;
  thread: (_: undefined) => number;
  fail: (text: string) => never;
  spin: (flag: SharedArrayBuffer) => never;
  hold: (flags: SharedArrayBuffer) => string;
  hog: (_: undefined) => never;
};

const minute = 60_000;
const open: WorkerPool<Tasks>[] = [];
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.close())));

function pool(more: Partial<WorkerPoolOptions> = {}): WorkerPool<Tasks> {
  const made = workerPool<Tasks>({
    name: 'test',
    module: new URL('./test-tasks.js', import.meta.url),
    maxThreads: 1,
    timeoutMs: minute,
    ...more,
  });
  open.push(made);
  return made;
}

/** Two cells: the number of running tasks, and whether they may end. */
function gate() {
  const flags = new SharedArrayBuffer(8);
  const view = new Int32Array(flags);
  return {
    flags,
    async running(count = 1) {
      while (Atomics.load(view, 0) < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    open() {
      Atomics.store(view, 1, 1);
      Atomics.notify(view, 1);
    },
  };
}

test('a pool runs a task off the main thread and returns its result', async () => {
  const threads = pool();
  expect(await threads.run('double', 21)).toBe(42);
  expect(await threads.run('thread', undefined)).toBeGreaterThan(0);
});

test('a call fails with the error of its task', async () => {
  const threads = pool();
  await expect(threads.run('fail', 'no such range')).rejects.toThrow('no such range');
  expect(await threads.run('double', 1)).toBe(2);
});

test('a pool kills only the task that exceeds its time', async () => {
  const threads = pool();
  const { flags } = gate();
  let before: unknown;
  let ended: unknown;
  do {
    before = await threads.run('thread', undefined);
    const overrun = threads.run('spin', flags, { timeoutMs: 500 }).catch((error: unknown) => error);
    const next = threads.run('double', 4);
    ended = await overrun;
    expect(await next).toBe(8);
    // A task that gets hardly any CPU has not exceeded its time.
  } while ((ended as { code?: string }).code === 'upstream_unavailable');
  expect(ended).toMatchObject({ name: 'WorkerFailed', code: 'timed_out' });
  expect(await threads.run('thread', undefined)).not.toBe(before);
});

test('time in the queue does not count towards the deadline', async () => {
  const threads = pool({ timeoutMs: minute });
  const { flags, running, open: letGo } = gate();
  const first = threads.run('hold', flags);
  await running();
  const second = threads.run('double', 3, { timeoutMs: 2_000 });
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  letGo();
  expect([await first, await second]).toEqual(['done', 6]);
});

test('a pool rejects tasks when the queue is full', async () => {
  const threads = pool({ maxQueue: 1 });
  const { flags, running, open: letGo } = gate();
  const first = threads.run('hold', flags);
  await running();
  const second = threads.run('double', 1);
  await expect(threads.run('double', 2)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  letGo();
  expect([await first, await second]).toEqual(['done', 2]);
});

test('a signal ends the wait, and kills a running task', async () => {
  const threads = pool();
  const { flags, running } = gate();
  const leave = new AbortController();
  const started = threads.run('spin', flags, { signal: leave.signal });
  const waiting = threads.run('double', 1, { signal: leave.signal });
  await running();
  leave.abort(new Error('the caller left'));
  await expect(started).rejects.toThrow('the caller left');
  await expect(waiting).rejects.toThrow('the caller left');
  expect(await threads.run('double', 2)).toBe(4);
});

test('a task that runs out of memory affects only its thread', async () => {
  const threads = pool({ maxMemoryMb: 16 });
  await expect(threads.run('hog', undefined)).rejects.toMatchObject({ code: 'out_of_memory' });
  expect(await threads.run('double', 2)).toBe(4);
});

test('closing fails running and waiting tasks', async () => {
  const threads = pool();
  const { flags, running } = gate();
  const work = [threads.run('spin', flags), threads.run('double', 1)];
  await running();
  const settled = Promise.allSettled(work);
  await threads.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a pool counts tasks by result', async () => {
  const metrics = createMetrics('test');
  const threads = pool({ metrics });
  await threads.run('double', 1);
  await threads.run('fail', 'x').catch(() => undefined);
  const text = await metrics.registry.metrics();
  expect(text).toContain(
    'platform_worker_pool_tasks_total{pool="test",result="completed",service="test"} 1',
  );
  expect(text).toContain(
    'platform_worker_pool_tasks_total{pool="test",result="failed",service="test"} 1',
  );
  expect(text).toContain('platform_worker_pool_wait_seconds_count{service="test",pool="test"} 2');
});
