import { expect, test } from 'vitest';
import { runMany } from './run-many.ts';

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const things = Array.from({ length: 10 }, (_, index) => index);

test('it runs four at a time, and says how far it is', async () => {
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const outcome = await runMany(
    things,
    async () => {
      most = Math.max(most, ++running);
      await later();
      running--;
    },
    { onProgress: ({ done }) => seen.push(done) },
  );
  expect([most, seen, outcome.succeeded.length]).toEqual([4, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 10]);
});

test('a failure does not stop the others, and is named', async () => {
  const error = new Error('no');
  const { succeeded, failed } = await runMany(things, (thing) =>
    thing === 3 ? Promise.reject(error) : Promise.resolve(),
  );
  expect(failed).toEqual([{ of: 3, error }]);
  expect(succeeded).toHaveLength(9);
});

test('stopped, it finishes what has begun and names the rest', async () => {
  const stop = new AbortController();
  const { succeeded, skipped } = await runMany(
    things,
    async () => {
      await later();
      stop.abort();
    },
    { signal: stop.signal },
  );
  expect([succeeded.length, skipped.length]).toEqual([4, 6]);
});
