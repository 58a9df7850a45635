import { expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { silentLog } from '../telemetry/log.ts';
import { every } from './workers.ts';

/** A worker whose runs end on demand. */
function heldWorker() {
  const ends: (() => void)[] = [];
  const worker = every(
    3_600_000,
    'held',
    silentLog,
    () => new Promise<void>((resolve) => ends.push(resolve)),
  );
  const begun = (count: number): Promise<unknown> =>
    eventually(() => Promise.resolve(ends.length === count || undefined));
  return { worker, ends, begun };
}

test('any number of wakes during a run lead to one more run', async () => {
  const { worker, ends, begun } = heldWorker();
  worker.start();
  worker.wake();
  worker.wake();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await begun(2);
  ends[1]?.();
  await worker.stop();
  expect(ends).toHaveLength(2);
});

test('a worker runs again after the interval, even if a run failed', async () => {
  let runs = 0;
  const worker = every(1, 'failing', silentLog, async () => {
    runs += 1;
    throw new Error('not this time');
  });
  worker.start();
  await eventually(() => Promise.resolve(runs >= 3 || undefined));
  await worker.stop();
});

test('a stopped worker waits for the current run and starts no other', async () => {
  const { worker, ends } = heldWorker();
  worker.start();
  const stopped = worker.stop();
  worker.wake();
  ends[0]?.();
  await stopped;
  expect(ends).toHaveLength(1);
});

test('a worker with isDone first runs after the interval', async () => {
  let runs = 0;
  const run = async (): Promise<void> => void (runs += 1);
  const later = every(3_600_000, 'later', silentLog, run, { isDone: true });
  later.start();
  await later.stop();
  expect(runs).toBe(0);
  const soon = every(1, 'soon', silentLog, run, { isDone: true });
  soon.start();
  await eventually(() => runs >= 2);
  await soon.stop();
});
