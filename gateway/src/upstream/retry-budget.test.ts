import { expect, it } from 'vitest';
import { retryBudget } from './retry-budget.ts';

const start = 1_700_000_000_000 - (1_700_000_000_000 % 5_000);

const takeAll = (budget: ReturnType<typeof retryBudget>): number => {
  let taken = 0;
  while (taken < 1_000 && budget.take()) taken++;
  return taken;
};

it.each([
  [0, 500, 0],
  [10, 0, 3],
  [10, 10, 3],
  [10, 500, 50],
  [50, 100, 50],
  [100, 20, 20],
])('%i percent of %i requests: %i repetitions', (percent, requests, repetitions) => {
  const budget = retryBudget(percent, () => start);
  for (let i = 0; i < requests; i++) budget.sent();
  expect(takeAll(budget)).toBe(repetitions);
});

it('considers only the last ten seconds', () => {
  let now = start;
  const budget = retryBudget(10, () => now);
  for (let i = 0; i < 100; i++) budget.sent();
  expect(takeAll(budget)).toBe(10);
  now += 5_000;
  expect(takeAll(budget)).toBe(0);
  now += 5_000;
  expect(takeAll(budget)).toBe(3);
});
