import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMassLeaving } from './leaving-guard.ts';

const limits = { percent: 10, min: 20 };

test.each([
  { present: 1_000, leaving: 100, expected: false },
  { present: 1_000, leaving: 101, expected: true },
  { present: 30, leaving: 20, expected: false },
  { present: 30, leaving: 21, expected: true },
  { present: 21, leaving: 21, expected: true },
  { present: 0, leaving: 0, expected: false },
  { present: 3, leaving: 3, expected: false },
  { present: 3, leaving: 3, isSourceEmpty: true, expected: true },
  { present: 0, leaving: 0, isSourceEmpty: true, expected: false },
])(
  '$leaving of $present leave (an empty source: $isSourceEmpty): halted is $expected',
  ({ expected, isSourceEmpty = false, ...counts }) =>
    expect(isMassLeaving({ ...counts, isSourceEmpty }, limits)).toBe(expected),
);

test('a run that halts also halts if more users would leave', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(100), (present, leaving, more) => {
      const counts = { present, leaving, isSourceEmpty: false };
      const isHalted = isMassLeaving(counts, limits);
      return !isHalted || isMassLeaving({ ...counts, leaving: leaving + more }, limits);
    }),
  );
});
