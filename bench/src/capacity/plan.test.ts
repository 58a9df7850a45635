import { expect, it } from 'vitest';
import { planOf, ratesOf } from './plan.ts';

const costs = {
  token: { cpuMs: { hub: 1, postgres: 0.5, load: 9 }, statements: 2, walBytes: 0 },
  check: { cpuMs: { gateway: 0.2, fga: 0.4, postgres: 0.1 }, statements: 1, walBytes: 1_000 },
};

it('adds up the work of every kind of request by process', () => {
  const { shares, statementsPerSecond, walMegabytesPerSecond } = planOf(
    { rates: { token: 1_000, check: 5_000 } },
    costs,
  );
  const cores = Object.fromEntries(shares.map(({ process, cores: busy }) => [process, busy]));
  expect(cores['hub']).toBeCloseTo(1);
  expect(cores['fga']).toBeCloseTo(2);
  expect(cores['postgres']).toBeCloseTo(1);
  expect(cores).not.toHaveProperty('load');
  expect(statementsPerSecond).toBe(7_000);
  expect(walMegabytesPerSecond).toBeCloseTo(5);
});

it('keeps pods free for a peak, and never deploys a single one', () => {
  const { shares } = planOf({ rates: { token: 1_200, check: 1 } }, costs);
  const pods = Object.fromEntries(shares.map((share) => [share.process, share.pods]));
  expect(pods).toEqual({ hub: 2, postgres: undefined, gateway: 2, fga: 2 });
  expect(planOf({ rates: { token: 1_201 } }, costs).shares[0]?.pods).toBe(3);
});

it('refuses an operation that has not been measured', () => {
  expect(() => planOf({ rates: { delivery: 1 } }, costs)).toThrow('no costs of delivery');
});

it('expects half of a day’s sign-ins within two hours', () => {
  const rates = ratesOf(1_000_000, { daily: 0.144, tokensPerSignIn: 3, checksPerSecond: 7 });
  expect(rates['sign-in']).toBeCloseTo(10);
  expect(rates['token']).toBeCloseTo(30);
  expect(rates['check']).toBe(7);
});
