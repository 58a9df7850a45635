import { describe, expect, test } from 'vitest';
import type { ActivationState } from '@platform/contracts';
import { nextByTime, activationStateAt, windowFrom } from './activation-times.ts';
import type { ActivationTimes } from './activation-times.ts';

const at = (seconds: number): Date => new Date(seconds * 1000);
const times = (more: Partial<ActivationTimes>): ActivationTimes => ({
  state: 'requested',
  decisionDeadline: null,
  wantedStart: null,
  durationSeconds: 600,
  startsAt: null,
  endsAt: null,
  ...more,
});

describe('nextByTime', () => {
  test.each<[string, ActivationTimes, Date | null, string | undefined, number]>([
    [
      'the deadline of a decision',
      times({ decisionDeadline: at(100) }),
      null,
      'decision_deadline',
      100,
    ],
    [
      'the wanted window, passed first',
      times({ decisionDeadline: at(2000), wantedStart: at(50) }),
      null,
      'window_passed',
      650,
    ],
    [
      'the eligibility, over first',
      times({ decisionDeadline: at(100) }),
      at(99),
      'eligibility_expired',
      99,
    ],
    [
      'the start of a window',
      times({ state: 'scheduled', startsAt: at(10), endsAt: at(20) }),
      at(5),
      'window_start',
      10,
    ],
    [
      'the end of a window',
      times({ state: 'active', startsAt: at(10), endsAt: at(20) }),
      null,
      'window_end',
      20,
    ],
    ['nothing after an end', times({ state: 'revoked', endsAt: at(20) }), at(5), undefined, 0],
  ])('%s', (_what, activation, until, reason, due) => {
    const next = nextByTime(activation, until);
    expect(next?.reason).toBe(reason);
    if (reason) expect(next?.at).toEqual(at(due));
  });
});

describe('stateAt, at the boundary and just before', () => {
  test.each<[string, ActivationTimes, number, ActivationState]>([
    ['a request before its deadline', times({ decisionDeadline: at(100) }), 99.999, 'requested'],
    ['a request at its deadline', times({ decisionDeadline: at(100) }), 100, 'timed_out'],
    [
      'a window before its start',
      times({ state: 'scheduled', startsAt: at(10), endsAt: at(20) }),
      9.999,
      'scheduled',
    ],
    [
      'a window at its start',
      times({ state: 'scheduled', startsAt: at(10), endsAt: at(20) }),
      10,
      'active',
    ],
    [
      'a window at its end',
      times({ state: 'active', startsAt: at(10), endsAt: at(20) }),
      20,
      'expired',
    ],
    [
      'a window nobody swept',
      times({ state: 'scheduled', startsAt: at(10), endsAt: at(20) }),
      30,
      'expired',
    ],
    ['an end', times({ state: 'denied', decisionDeadline: at(1) }), 30, 'denied'],
  ])('%s', (_what, activation, now, expected) => {
    expect(activationStateAt(activation, at(now))).toBe(expected);
  });
});

describe('windowFrom', () => {
  test.each<[string, Date | null, Date | null, [number, number, boolean]]>([
    ['starts now', null, null, [1000, 1600, true]],
    ['starts when wanted', at(2000), null, [2000, 2600, false]],
    ['starts now when the wanted start has passed', at(900), null, [1000, 1600, true]],
    ['ends with the eligibility', null, at(1100), [1000, 1100, true]],
  ])('%s', (_what, wantedStart, until, [start, end, isNow]) => {
    expect(windowFrom(at(1000), { wantedStart, durationSeconds: 600 }, until)).toEqual({
      startsAt: at(start),
      endsAt: at(end),
      isNow,
    });
  });
});
