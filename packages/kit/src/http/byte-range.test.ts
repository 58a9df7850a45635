import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { byteRange } from './byte-range.ts';

describe('byteRange', () => {
  test.each([
    [undefined, 10, undefined],
    ['bytes=0-3', 10, { start: 0, end: 3 }],
    ['bytes=4-', 10, { start: 4, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=5-99', 10, { start: 5, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=3-2', 10, undefined],
    ['bytes=0-1,3-4', 10, undefined],
    ['lines=0-1', 10, undefined],
    ['bytes=-', 10, undefined],
    ['bytes=a-b', 10, undefined],
  ] as const)('%s of %d bytes', (header, size, expected) => {
    expect(byteRange(header, size)).toEqual(expected);
  });

  test('a range lies within the file', () => {
    const bound = fc.option(fc.nat({ max: 2_000 }), { nil: '' });
    fc.assert(
      fc.property(bound, bound, fc.nat({ max: 1_000 }), (first, last, size) => {
        const range = byteRange(`bytes=${first}-${last}`, size);
        if (typeof range !== 'object') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});
