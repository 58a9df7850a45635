import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pauseAfter } from './push-schedule.ts';

const middle = () => 0.5;

test('delays increase up to an hour', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 20].map((attempts) => pauseAfter(attempts, null, middle));
  expect(pauses.map((ms) => Math.round(ms / 1000))).toEqual([1, 5, 30, 120, 600, 1800, 3600, 3600]);
});

test("the receiver's Retry-After is honored, up to an hour", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 10_000_000 }), (attempts, asked) => {
      const pause = pauseAfter(attempts, asked, middle);
      return pause >= Math.min(asked, 3_600_000) && pause <= 3_600_000;
    }),
  );
});
