import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  afterAttempt,
  circuitAfterCall,
  failingVerdict,
  freshHealth,
  verdictDueAt,
} from './lane-health.ts';
import type { HealthRules, LaneAttempt, LaneHealth } from './lane-health.ts';
import { networkGuard } from './local-outage-detector.ts';
import { nextAttemptAt, retryAfterMs } from '../attempts/retry-schedule.ts';
import { slots } from '../dispatch/slots.ts';

const rules: HealthRules = {
  circuitFailures: 5,
  circuitOpenMin: 30_000,
  circuitOpenMax: 1_800_000,
  maxInFlightPerEndpoint: 4,
  autoDisableAfter: 432_000_000,
  autoDisableWarnAfter: 3_600_000,
};
const context = { networkAtFault: false, random: () => 0.5 };
const attempt = (error: LaneAttempt['error'], more: Partial<LaneAttempt> = {}): LaneAttempt => ({
  endedAt: 1_000,
  durationMs: 10,
  error,
  status: null,
  retryAfterMs: null,
  ...more,
});
const after = (health: LaneHealth, ...attempts: LaneAttempt[]): LaneHealth =>
  attempts.reduce((h, a) => afterAttempt(h, a, rules, context), health);

describe('circuit', () => {
  test.each<[LaneAttempt['error'], number | null, boolean]>([
    ['dns_failed', null, true],
    ['connect_failed', null, true],
    ['connect_timeout', null, true],
    ['connection_reset', null, true],
    ['timeout', null, true],
    ['tls_failed', null, true],
    ['http_status', 429, true],
    ['http_status', 500, true],
    ['http_status', 404, false],
    ['redirect_not_followed', 302, false],
    ['address_blocked', null, false],
  ])('five times %s %s: opens %s', (error, status, opens) => {
    const health = after(
      freshHealth,
      ...Array.from({ length: 5 }, () => attempt(error, { status })),
    );
    expect([health.circuit, health.circuitUntil]).toEqual(
      opens ? ['open', 31_000] : ['closed', null],
    );
    expect(health.consecutiveFailures).toBe(5);
  });

  test('stays open twice as long each time, up to the limit', () => {
    let health = after(freshHealth, ...Array.from({ length: 5 }, () => attempt('timeout')));
    const times: number[] = [];
    for (let i = 0; i < 9; i++) {
      times.push(health.circuitUntil! - 1_000);
      health = after({ ...health, circuit: 'half_open' }, attempt('http_status', { status: 404 }));
    }
    expect(times).toEqual([30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800].map((s) => s * 1_000));
    expect(after({ ...health, circuit: 'half_open' }, attempt(null))).toMatchObject({
      circuit: 'closed',
      circuitOpenings: 0,
      consecutiveFailures: 0,
      failingSince: null,
    });
  });

  test('an answer that is no sign of an outage breaks the run', () => {
    const four = Array.from({ length: 4 }, () => attempt('timeout'));
    expect(
      after(freshHealth, ...four, attempt('http_status', { status: 404 }), ...four).circuit,
    ).toBe('closed');
  });

  test('a fault of our own network adds nothing', () => {
    const ours = { ...context, networkAtFault: true };
    let health = freshHealth;
    for (let i = 0; i < 20; i++) health = afterAttempt(health, attempt('timeout'), rules, ours);
    expect(health).toMatchObject({ circuit: 'closed', failingSince: null, failedAttempts: 0 });
    expect(
      afterAttempt(freshHealth, attempt('http_status', { status: 500 }), rules, ours),
    ).toMatchObject({ failingSince: 1_000, circuitFailures: 1 });
    expect(
      afterAttempt(
        { ...health, circuit: 'half_open', circuitOpenings: 3 },
        attempt('timeout'),
        rules,
        ours,
      ),
    ).toMatchObject({ circuit: 'open', circuitOpenings: 3, circuitUntil: 31_000 });
  });
});

test('a lane earns width by successes, and loses it by one failure', () => {
  const good = Array.from({ length: 6 }, () => attempt(null));
  expect(good.map((_, i) => after(freshHealth, ...good.slice(0, i + 1)).width)).toEqual([
    2, 3, 4, 4, 4, 4,
  ]);
  expect(after(freshHealth, ...good, attempt('timeout'))).toMatchObject({
    width: 1,
    standing: 'poor',
  });
  expect(after(freshHealth, attempt(null, { durationMs: 5_000 })).standing).toBe('poor');
});

test.each<[string, Partial<LaneHealth>, number, string | undefined]>([
  ['well', {}, 1e12, undefined],
  ['an hour', { failingSince: 0, failedAttempts: 1 }, 3_600_000, 'warn'],
  ['less', { failingSince: 0, failedAttempts: 1 }, 3_599_999, undefined],
  ['told already', { failingSince: 0, failedAttempts: 9, warned: true }, 432_000_000, undefined],
  ['five days', { failingSince: 0, failedAttempts: 10, warned: true }, 432_000_000, 'disable'],
])('verdict: %s', (_, health, now, verdict) => {
  expect(failingVerdict({ ...freshHealth, ...health }, now, rules, false)).toBe(verdict);
  expect(failingVerdict({ ...freshHealth, ...health }, now, rules, true)).toBeUndefined();
  if (health.failingSince === 0)
    expect(verdictDueAt({ ...freshHealth, ...health }, now, rules)).toBeGreaterThanOrEqual(
      now + 60_000,
    );
});

describe('circuit, for calls that are no deliveries', () => {
  const called = (health: LaneHealth, ...calls: LaneAttempt[]): LaneHealth =>
    calls.reduce((h, call) => circuitAfterCall(h, call, rules, context), health);
  const five = Array.from({ length: 5 }, () => attempt('timeout'));

  test('opens with those of deliveries, and leaves the rest of the lane alone', () => {
    const health = called(
      after(freshHealth, attempt('timeout'), attempt('timeout')),
      attempt('timeout'),
      attempt('timeout'),
      attempt('timeout'),
    );
    expect(health).toMatchObject({
      circuit: 'open',
      circuitUntil: 31_000,
      circuitOpenings: 1,
      consecutiveFailures: 2,
      failedAttempts: 2,
    });
    expect(called(freshHealth, ...five)).toEqual({
      ...freshHealth,
      circuit: 'open',
      circuitUntil: 31_000,
      circuitOpenings: 1,
    });
  });

  test('a trial closes it or opens it for longer', () => {
    const trial: LaneHealth = {
      ...called(after(freshHealth, attempt('timeout')), ...five),
      circuit: 'half_open',
    };
    expect(called(trial, attempt(null))).toEqual({
      ...after(freshHealth, attempt('timeout')),
      circuitFailures: 0,
    });
    expect(called(trial, attempt('http_status', { status: 404 }))).toMatchObject({
      circuit: 'open',
      circuitUntil: 61_000,
      circuitOpenings: 2,
    });
  });

  test.each<[string, LaneHealth, LaneAttempt, HealthRules, boolean]>([
    ['a success', freshHealth, attempt(null), rules, false],
    ['a refusal', freshHealth, attempt('http_status', { status: 404 }), rules, false],
    [
      'a failure where there is no circuit',
      freshHealth,
      attempt('timeout'),
      { ...rules, circuitFailures: 0 },
      false,
    ],
    ['a fault of our own network', freshHealth, attempt('timeout'), rules, true],
  ])('%s changes nothing', (_name, health, call, held, networkAtFault) =>
    expect(circuitAfterCall(health, call, held, { ...context, networkAtFault })).toBe(health),
  );
});

describe('retry schedule', () => {
  const schedule = [5_000, 300_000, 1_800_000];
  test('lies within 20 % of the schedule, never before it was asked for, never after expiry', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 10_000_000 })),
        fc.integer({ min: 0, max: 4_000_000 }),
        (step, random, asked, expiresAt) => {
          const at = nextAttemptAt({
            step,
            now: 1_000,
            expiresAt,
            schedule,
            retryAfterMs: asked,
            random: () => random,
          });
          if (step > 3) return expect(at).toBeNull();
          const wait = schedule[step - 1]!;
          const least = Math.max(wait * 0.8, Math.min(asked ?? 0, 3_600_000));
          if (at === null)
            return expect(
              1_000 + Math.max(wait * 1.2, Math.min(asked ?? 0, 3_600_000)) + 1,
            ).toBeGreaterThanOrEqual(expiresAt);
          expect(at - 1_000).toBeGreaterThanOrEqual(least);
          expect(at).toBeLessThan(expiresAt);
        },
      ),
    );
  });

  test.each<[string | undefined, number | null]>([
    [undefined, null],
    ['120', 120_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 05:42:00 GMT', 60_000],
    ['Fri, 20 Nov 2020 05:42:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
  ])('Retry-After: %s', (header, ms) =>
    expect(retryAfterMs(header, Date.parse('2026-11-20T05:41:00Z'))).toBe(ms),
  );
});

test('our own network is at fault above 90 % of the attempts of 5 minutes, to 20 endpoints', () => {
  let now = 0;
  const guard = networkGuard(() => now);
  for (let i = 0; i < 19; i++) guard.record(`e${i}`, true);
  guard.record('e0', true);
  expect(guard.isAtFault()).toBe(false);
  guard.record('e19', true);
  expect(guard.isAtFault()).toBe(true);
  for (let i = 0; i < 3; i++) guard.record('e0', false);
  expect(guard.isAtFault()).toBe(false);
  now = 310_000;
  expect(guard.isAtFault()).toBe(false);
});

describe('slots', () => {
  test('a quarter at most for the failing and slow, a quarter kept for the good, a limit a tenant', () => {
    let now = 0;
    const pod = slots({ maxInFlight: 16, maxInFlightPerTenant: 5 }, () => now);
    const take = (
      n: number,
      standing: 'new' | 'good' | 'poor',
      tenant = () => `t${Math.random()}`,
    ) =>
      Array.from({ length: n }, () => pod.take(tenant(), standing)).filter((s) => s !== undefined);
    expect(take(10, 'poor')).toHaveLength(4);
    const fresh = take(20, 'new');
    expect(fresh).toHaveLength(8);
    const good = take(20, 'good');
    expect(good).toHaveLength(4);
    expect([pod.used(), pod.free('good')]).toEqual([16, 0]);
    for (const slot of [...good, ...fresh]) slot.release();
    for (const slot of fresh) slot.release();
    expect(pod.used()).toBe(4);
    expect(take(9, 'good', () => 'one')).toHaveLength(5);
    expect(pod.fullTenants()).toEqual(['one']);
    now = 1;
  });

  test('an attempt under way for 5 s counts as slow at once', () => {
    let now = 0;
    const pod = slots({ maxInFlight: 8, maxInFlightPerTenant: 8 }, () => now);
    const hanging = [pod.take('a', 'good')!, pod.take('a', 'good')!];
    for (const slot of hanging) slot.begin();
    expect(pod.free('poor')).toBe(2);
    now = 5_000;
    expect(pod.free('poor')).toBe(0);
    hanging[0]!.release();
    expect(pod.free('poor')).toBe(1);
  });
});
