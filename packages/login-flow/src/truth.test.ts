import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { allTrue, anyTrue, known, inverse } from './truth.ts';
import type { Truth } from './truth.ts';

const truth = fc.constantFrom<Truth>('true', 'false', 'unknown');
const truths = fc.array(truth, { maxLength: 6 });
const rank = { false: 0, unknown: 1, true: 2 } as const;

describe('three-valued logic', () => {
  test.each<[Truth, Truth, Truth, Truth]>([
    ['true', 'true', 'true', 'true'],
    ['true', 'false', 'false', 'true'],
    ['true', 'unknown', 'unknown', 'true'],
    ['false', 'false', 'false', 'false'],
    ['false', 'unknown', 'false', 'unknown'],
    ['unknown', 'unknown', 'unknown', 'unknown'],
  ])('%s, %s: all %s, any %s', (a, b, all, any) => {
    expect([allTrue([a, b]), allTrue([b, a])]).toEqual([all, all]);
    expect([anyTrue([a, b]), anyTrue([b, a])]).toEqual([any, any]);
  });

  test('all is the least, any the greatest', () => {
    fc.assert(
      fc.property(truths, (values) => {
        const ranks = values.map((value) => rank[value]);
        expect(rank[allTrue(values)]).toBe(Math.min(2, ...ranks));
        expect(rank[anyTrue(values)]).toBe(Math.max(0, ...ranks));
      }),
    );
  });

  test('obeys De Morgan and double negation', () => {
    fc.assert(
      fc.property(truths, (values) => {
        expect(inverse(allTrue(values))).toBe(anyTrue(values.map(inverse)));
        expect(values.map(inverse).map(inverse)).toEqual(values);
      }),
    );
  });

  test('is monotone: a decided result stays when an unknown value becomes known', () => {
    fc.assert(
      fc.property(truths, fc.boolean(), (values, later) => {
        const learned = values.map((value) => (value === 'unknown' ? known(later) : value));
        for (const join of [allTrue, anyTrue])
          if (join(values) !== 'unknown') expect(join(learned)).toBe(join(values));
      }),
    );
  });
});
