import { describe, expect, test } from 'vitest';
import { circuitAfterCall } from './circuit.ts';
import { failingVerdict, verdictDueAt } from './failing-verdict.ts';
import { laneAfterAttempt } from './lane-after-attempt.ts';
import { freshHealth } from './lane-health.ts';
import type { HealthRules, LaneAttempt, LaneHealth } from './lane-health.ts';

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
  attempts.reduce((h, a) => laneAfterAttempt(h, a, rules, context), health);

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
  ])('five failures %s %s: opens %s', (error, status, opens) => {
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

  test('a response that does not indicate an outage resets the count', () => {
    const four = Array.from({ length: 4 }, () => attempt('timeout'));
    expect(
      after(freshHealth, ...four, attempt('http_status', { status: 404 }), ...four).circuit,
    ).toBe('closed');
  });

  test('an outage of our own network is not counted', () => {
    const ours = { ...context, networkAtFault: true };
    let health = freshHealth;
    for (let i = 0; i < 20; i++) health = laneAfterAttempt(health, attempt('timeout'), rules, ours);
    expect(health).toMatchObject({ circuit: 'closed', failingSince: null, failedAttempts: 0 });
    expect(
      laneAfterAttempt(freshHealth, attempt('http_status', { status: 500 }), rules, ours),
    ).toMatchObject({ failingSince: 1_000, circuitFailures: 1 });
    expect(
      laneAfterAttempt(
        { ...health, circuit: 'half_open', circuitOpenings: 3 },
        attempt('timeout'),
        rules,
        ours,
      ),
    ).toMatchObject({ circuit: 'open', circuitOpenings: 3, circuitUntil: 31_000 });
  });
});

test('a lane gains concurrency with fast responses, and loses it with a failure or a slow response', () => {
  const good = Array.from({ length: 6 }, () => attempt(null));
  expect(good.map((_, i) => after(freshHealth, ...good.slice(0, i + 1)).concurrency)).toEqual([
    2, 3, 4, 4, 4, 4,
  ]);
  expect(after(freshHealth, ...good, attempt('timeout'))).toMatchObject({
    concurrency: 1,
    priorityClass: 'poor',
  });
  expect(after(freshHealth, ...good, attempt(null, { durationMs: 5_000 }))).toMatchObject({
    concurrency: 1,
    priorityClass: 'poor',
  });
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

describe('circuit breaker, for calls other than deliveries', () => {
  const called = (health: LaneHealth, ...calls: LaneAttempt[]): LaneHealth =>
    calls.reduce((h, call) => circuitAfterCall(h, call, rules, context), health);
  const five = Array.from({ length: 5 }, () => attempt('timeout'));

  test('opens together with deliveries, without affecting the rest of the lane', () => {
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
