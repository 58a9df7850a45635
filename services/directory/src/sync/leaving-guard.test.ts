import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMassLeaving } from './leaving-guard.ts';

const limits = { percent: 10, min: 20 };

test.each([
  { active: 1_000, leaving: 100, expected: false },
  { active: 1_000, leaving: 101, expected: true },
  { active: 30, leaving: 20, expected: false },
  { active: 30, leaving: 21, expected: true },
  { active: 21, leaving: 21, expected: true },
  { active: 0, leaving: 0, expected: false },
])('$leaving of $active users leave: halted is $expected', ({ expected, ...counts }) =>
  expect(isMassLeaving(counts, limits)).toBe(expected),
);

test('a number that is halted is also halted if more users would leave', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(100), (active, leaving, more) => {
      const isHalted = isMassLeaving({ active, leaving }, limits);
      return !isHalted || isMassLeaving({ active, leaving: leaving + more }, limits);
    }),
  );
});
