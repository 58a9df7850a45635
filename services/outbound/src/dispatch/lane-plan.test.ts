import { describe, expect, test } from 'vitest';
import { freshHealth } from '../lanes/lane-health.ts';
import type { LaneHealth } from '../lanes/lane-health.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { dueAgainAt, queueable, startable, startsAt, withTrial } from './lane-plan.ts';
import type { LaneLoad } from './lane-plan.ts';

const now = 10_000;
const lane = (health: Partial<LaneHealth> = {}, more: Partial<LaneRecord> = {}): LaneRecord => ({
  endpointId: 'whe_1',
  enabled: true,
  tenantPauses: [],
  revision: 1,
  epoch: 1,
  openSince: null,
  checkAt: null,
  pacedUntil: null,
  health: { ...freshHealth, concurrency: 4, ...health },
  ...more,
});
const fast = { ordering: 'best_effort', intervalMs: 1 } as const;
const idle: LaneLoad = { now, underWay: 0, hasOverdue: false };

describe('startable', () => {
  test.each<[string, LaneRecord, Partial<typeof fast> | { ordering: 'strict' }, LaneLoad, number]>([
    ['what it has earned', lane(), {}, idle, 4],
    ['less what is under way', lane(), {}, { ...idle, underWay: 3 }, 1],
    ['a new lane', lane({ concurrency: 1 }), {}, idle, 1],
    ['one that hangs', lane(), {}, { ...idle, underWay: 1, hasOverdue: true }, 0],
    ['strict order', lane(), { ordering: 'strict' }, idle, 1],
    ['a trial', lane({ circuit: 'half_open' }), {}, idle, 1],
    ['an open circuit', lane({ circuit: 'open', circuitUntil: now + 1 }), {}, idle, 0],
    ['asked to pause', lane({ pausedUntil: now + 1 }), {}, idle, 0],
    ['a pause that is over', lane({ pausedUntil: now }), {}, idle, 4],
    ['a disabled endpoint', lane({}, { enabled: false }), {}, idle, 0],
    ['a suspended tenant', lane({}, { tenantPauses: ['suspended'] }), {}, idle, 0],
    ['paced for long', lane({}, { pacedUntil: now + 251 }), {}, idle, 0],
    ['paced for a moment', lane({}, { pacedUntil: now + 249 }), {}, idle, 2],
  ])('%s', (_, record, pace, load, expected) => {
    expect(startable(record, { ...fast, ...pace }, load)).toBe(expected);
  });
});

test('attempts that start together keep the rate', () => {
  const paced = lane({}, { pacedUntil: now + 100 });
  const pace = { ...fast, intervalMs: 40 };
  expect([0, 1, 2].map((place) => startsAt(paced, pace, { now, place }))).toEqual([
    now + 100,
    now + 140,
    now + 180,
  ]);
});

test('a circuit breaker allows one attempt after its pause', () => {
  expect(withTrial(lane({ circuit: 'open', circuitUntil: now }), now).health.circuit).toBe(
    'half_open',
  );
  expect(withTrial(lane({ circuit: 'open', circuitUntil: now + 1 }), now).health.circuit).toBe(
    'open',
  );
});

test.each<[string, LaneRecord, number | null, number | null]>([
  ['nothing pending', lane(), null, null],
  ['a retry', lane(), now + 5, now + 5],
  ['an open circuit', lane({ circuit: 'open', circuitUntil: now + 9 }), now, now + 9],
  ['a circuit that closed', lane({ circuit: 'closed', circuitUntil: now + 9 }), now, now],
  ['asked to pause', lane({ pausedUntil: now + 7 }), now, now + 7],
  ['paced', lane({}, { pacedUntil: now + 3 }), now, now + 3],
])('a lane is due again: %s', (_, record, next, expected) => {
  expect(dueAgainAt(record, next)).toBe(expected);
});

describe('queueable', () => {
  const proven = { priorityClass: 'good' } as const;
  test.each<
    [string, LaneRecord, Partial<typeof fast> | { ordering: 'strict' }, Partial<LaneLoad>, number]
  >([
    ['what takes two seconds', lane(proven), {}, {}, 80],
    ['at most 128', lane(proven), {}, { attemptMs: 1 }, 128],
    ['nothing before an attempt', lane(proven), {}, { attemptMs: undefined }, 0],
    ['nothing of a new lane', lane({ priorityClass: 'new' }), {}, {}, 0],
    ['nothing after a failure', lane({ priorityClass: 'poor' }), {}, {}, 0],
    ['nothing of one that hangs', lane(proven), {}, { hasOverdue: true }, 0],
    ['nothing in strict order', lane(proven), { ordering: 'strict' }, {}, 0],
    ['nothing for a trial', lane({ ...proven, circuit: 'half_open' }), {}, {}, 0],
    ['nothing while asked to pause', lane({ ...proven, pausedUntil: now + 1 }), {}, {}, 0],
    ['nothing of a disabled endpoint', lane(proven, { enabled: false }), {}, {}, 0],
  ])('%s', (_, record, pace, load, expected) => {
    expect(queueable(record, { ...fast, ...pace }, { ...idle, attemptMs: 100, ...load })).toBe(
      expected,
    );
  });
});
