import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoff, maxRetryAfterMs, retryAfterMs, withRetryAfter } from './retry.ts';

test.each<[string | undefined, number | null]>([
  [undefined, null],
  ['120', 120_000],
  ['0', 0],
  ['Fri, 20 Nov 2026 05:42:00 GMT', 60_000],
  ['Fri, 20 Nov 2020 05:42:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['1.5', null],
])('Retry-After: %s', (header, ms) =>
  expect(retryAfterMs(header, Date.parse('2026-11-20T05:41:00Z'))).toBe(ms),
);

describe('backoff', () => {
  const pauses = { firstMs: 1_000, maxMs: 60_000 };

  test.each([
    [1, undefined, 1_000],
    [1, 0, 800],
    [1, 0.5, 1_000],
    [4, undefined, 8_000],
    [7, undefined, 60_000],
    [1_000, 0, 48_000],
  ])('after %i failures and with %s as the random number is %i ms', (failures, random, expected) =>
    expect(backoff(pauses, failures, random === undefined ? undefined : () => random)).toBe(
      expected,
    ),
  );

  test('never decreases with further failures, and stays within 20 % of the limit', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, random) => {
          const [now, next] = [failures, failures + 1].map((n) => backoff(pauses, n, () => random));
          expect(next).toBeGreaterThanOrEqual(now!);
          expect(next).toBeLessThanOrEqual(pauses.maxMs * 1.2);
        },
      ),
    ));
});

test.each([
  [1_000, null, 1_000],
  [1_000, 5_000, 5_000],
  [9_000, 5_000, 9_000],
  [1_000, 2 * maxRetryAfterMs, maxRetryAfterMs],
])('a pause of %i ms whose target asked for %s ms is %i ms', (pauseMs, askedMs, expected) =>
  expect(withRetryAfter(pauseMs, askedMs)).toBe(expected),
);
