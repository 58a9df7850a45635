import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { LoginEvent } from './login-event.ts';
import { rolledUp, withinKeys } from './rollup.ts';

const event = (more: Partial<LoginEvent>): LoginEvent => ({
  id: 'evt',
  isSuccess: true,
  occurredAt: 0,
  userId: undefined,
  clientId: undefined,
  method: 'password',
  connector: undefined,
  flowVersion: undefined,
  reason: undefined,
  acr: undefined,
  isSignUp: false,
  hasMfa: false,
  ...more,
});

test('a failure caused by a rule counts as failed and as blocked', () => {
  const [total] = rolledUp([event({ isSuccess: false, reason: 'ip_denied' })]);
  expect(total).toMatchObject({ dimension: 'total', succeeded: 0, failed: 1, blocked: 1 });
});

test('a social sign-in counts under its method and its connector', () => {
  const rows = rolledUp([event({ method: 'social', connector: 'google' })]);
  expect(rows.map(({ dimension, key }) => `${dimension} ${key}`)).toEqual([
    'total ',
    'method social',
    'connector google',
  ]);
});

test('the keys of a day add up to its total', () => {
  const events = fc.array(fc.record({ n: fc.nat(20), isSuccess: fc.boolean(), day: fc.nat(2) }), {
    maxLength: 100,
  });
  fc.assert(
    fc.property(events, fc.nat(5), (all, room) => {
      const rows = rolledUp(
        all.map(({ n, isSuccess, day }) =>
          event({ clientId: `c${n}`, isSuccess, occurredAt: day * 86_400_000 }),
        ),
      );
      const clients = withinKeys(
        rows.filter(({ dimension }) => dimension === 'client'),
        () => false,
        () => room,
      );
      const sum = (from: typeof rows) => from.reduce((n, r) => n + r.succeeded + r.failed, 0);
      expect(sum(clients)).toBe(all.length);
      for (const day of new Set(clients.map((row) => row.day)))
        expect(clients.filter((row) => row.day === day).length).toBeLessThanOrEqual(room + 1);
    }),
  );
});
