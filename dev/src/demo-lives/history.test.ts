import { expect, test } from 'vitest';
import { countsOf } from './history.ts';

const monday = Date.UTC(2026, 10, 2);
const day = 86_400_000;
const total = (at: number, ago: number) =>
  countsOf(at, ago).find((one) => one.dimension === 'total')!;

test('sums of a day add up, and are the same each time', () => {
  const counts = countsOf(monday, 10);
  expect(countsOf(monday, 10)).toEqual(counts);
  const { failed, blocked, succeeded } = total(monday, 10);
  const reasons = counts.filter(({ dimension }) => dimension === 'reason');
  expect(reasons.reduce((sum, one) => sum + one.failed, 0)).toBe(failed);
  expect(reasons.find(({ key }) => key === 'locked_out')?.blocked).toBe(blocked);
  const methods = counts.filter(({ dimension }) => dimension === 'method');
  const signedIn = methods.reduce((sum, one) => sum + one.succeeded, 0);
  expect(Math.abs(signedIn - succeeded)).toBeLessThan(methods.length);
});

test('people sign in more often on weekdays, and as the year passes', () => {
  expect(total(monday, 10).succeeded).toBeGreaterThan(total(monday - day, 11).succeeded);
  expect(total(monday, 10).succeeded).toBeGreaterThan(total(monday, 350).succeeded);
});
