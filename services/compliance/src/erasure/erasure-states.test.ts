import { describe, expect, test } from 'vitest';
import type { ErasureState } from '@platform/contracts';
import { isEnded, isErasing, isRevocable, whenBlocked } from './erasure-states.ts';

const day = 86_400_000;
const now = new Date('2026-06-01T00:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * day);
const windows = { maxHoldMs: 90 * day, escalationMs: 7 * day };
const blocked = (
  state: ErasureState,
  { held, deferred, reminders = 0 }: { held?: number; deferred?: number; reminders?: number } = {},
) =>
  whenBlocked(
    {
      state,
      heldSince: held === undefined ? null : ago(held),
      deferredAt: deferred === undefined ? null : ago(deferred),
      reminders,
    },
    now,
    windows,
  );

describe('whenBlocked', () => {
  test('a due request is held from the time of its first hold, if any', () => {
    expect(blocked('DEACTIVATED')).toEqual({
      change: { state: 'HELD', heldSince: now },
      event: 'erasure.held',
    });
    expect(blocked('DEACTIVATED', { held: 3 }).change.heldSince).toEqual(ago(3));
  });

  test.each([
    [89.999, undefined],
    [90, 'erasure.deferred'],
    [91, 'erasure.deferred'],
  ])('a request that was held for %s days: %s', (held, event) => {
    const { change, event: published } = blocked('HELD', { held });
    expect(published).toBe(event);
    expect(change.state).toBe(event === undefined ? undefined : 'DEFERRED');
    expect(change.heldSince).toEqual(ago(held));
  });

  test('a request whose deactivation a service blocks is also escalated', () => {
    expect(blocked('DEACTIVATING', { held: 89 })).toEqual({ change: { heldSince: ago(89) } });
    expect(blocked('DEACTIVATING', { held: 90 })).toMatchObject({
      change: { state: 'DEFERRED', heldSince: ago(90) },
      event: 'erasure.deferred',
    });
  });

  test('being held without a hold counts from now', () => {
    expect(blocked('HELD')).toEqual({ change: { heldSince: now } });
  });

  test.each([
    [6.999, 0, undefined],
    [7, 0, 1],
    [13.999, 1, undefined],
    [14, 1, 2],
  ])(
    'a request deferred for %s days after %s reminders: reminder %s',
    (deferred, reminders, next) => {
      const { change, event } = blocked('DEFERRED', { held: 100, deferred, reminders });
      expect([change.reminders, event]).toEqual([
        next,
        next === undefined ? undefined : 'erasure.deferred',
      ]);
      expect(change.state).toBeUndefined();
    },
  );
});

test.each<[ErasureState, boolean, boolean, boolean]>([
  ['RECEIVED', true, false, false],
  ['DEACTIVATING', true, false, false],
  ['DEACTIVATED', true, false, false],
  ['HELD', true, false, false],
  ['DEFERRED', true, false, false],
  ['ERASING', false, true, false],
  ['COMPLETED', false, true, true],
  ['CANCELLING', false, false, false],
  ['CANCELLED', false, false, true],
])(
  'a request that is %s: revocable %s, erasing %s, ended %s',
  (state, revocable, erasing, ended) => {
    expect([isRevocable(state), isErasing(state), isEnded(state)]).toEqual([
      revocable,
      erasing,
      ended,
    ]);
  },
);
