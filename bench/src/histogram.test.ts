import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { newHistogram } from './histogram.ts';

describe('histogram', () => {
  test('reports each percentile with a precision of 1/128', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2 ** 31 - 1), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (values, percent) => {
          const kept = newHistogram();
          for (const value of values) kept.add(value);
          const exact = [...values].sort((a, b) => a - b)[
            Math.ceil((values.length * percent) / 100) - 1
          ]!;
          expect(kept.count).toBe(values.length);
          expect(kept.at(percent)).toBeGreaterThanOrEqual(exact);
          expect(kept.at(percent)).toBeLessThanOrEqual(exact + exact / 128 + 1);
        },
      ),
    );
  });

  test('is 0 when empty', () => expect(newHistogram().at(50)).toBe(0));
});
