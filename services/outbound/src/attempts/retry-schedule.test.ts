import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { nextAttemptAt } from './retry-schedule.ts';

describe('a retry', () => {
  const schedule = [5_000, 300_000, 1_800_000];
  test('is within 20 % of the schedule, never before Retry-After, and never after expiry', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 10_000_000 })),
        fc.integer({ min: 0, max: 4_000_000 }),
        (step, random, asked, expiresAt) => {
          const at = nextAttemptAt({
            step,
            now: 1_000,
            expiresAt,
            schedule,
            retryAfterMs: asked,
            random: () => random,
          });
          if (step > 3) return void expect(at).toBeNull();
          const wait = schedule[step - 1]!;
          const least = Math.max(wait * 0.8, Math.min(asked ?? 0, 3_600_000));
          if (at === null)
            return void expect(
              1_000 + Math.max(wait * 1.2, Math.min(asked ?? 0, 3_600_000)) + 1,
            ).toBeGreaterThanOrEqual(expiresAt);
          expect(at - 1_000).toBeGreaterThanOrEqual(least);
          expect(at).toBeLessThan(expiresAt);
        },
      ),
    );
  });
});
