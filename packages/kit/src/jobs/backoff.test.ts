import { expect, test } from 'vitest';
import fc from 'fast-check';
import { backoff } from './backoff.ts';

const settings = { backoffMs: 1_000, maxBackoffMs: 60_000 };
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test.each([
  [1, 0, 500],
  [1, 1, 1_000],
  [4, 1, 8_000],
  [7, 1, 60_000],
  [1_000, 0, 30_000],
])('attempt %i with %d of the jitter waits %i ms', (attempt, random, expected) => {
  expect(backoff(attempt, settings, random)).toBe(expected);
});

test('never waits less after a later attempt, at equal jitter, and never longer than the limit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), share, (attempt, random) => {
      const [now, next] = [attempt, attempt + 1].map((n) => backoff(n, settings, random));
      expect(next).toBeGreaterThanOrEqual(now!);
      expect(next).toBeLessThanOrEqual(settings.maxBackoffMs);
    }),
  );
});
