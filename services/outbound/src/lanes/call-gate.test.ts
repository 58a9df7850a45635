import { describe, expect, test } from 'vitest';
import { callGate } from './call-gate.ts';
import { freshHealth } from './lane-health.ts';
import type { LaneHealth } from './lane-health.ts';
import type { LaneRecord } from './lane-record.ts';

const rules = {
  circuitFailures: 5,
  circuitOpenMin: 30_000,
  circuitOpenMax: 1_800_000,
  maxInFlightPerEndpoint: 4,
  autoDisableAfter: 0,
  autoDisableWarnAfter: 0,
};
const gateOf = (isOn: boolean) =>
  callGate({ isOn, rules, outages: { isOutage: () => false }, random: () => 0.5 });
const now = 1_000;
const lane = (health: Partial<LaneHealth> = {}, more: Partial<LaneRecord> = {}): LaneRecord => ({
  endpointId: 'whe_1',
  enabled: true,
  tenantPauses: [],
  revision: 1,
  epoch: 0,
  openSince: null,
  checkAt: null,
  pacedUntil: null,
  health: { ...freshHealth, ...health },
  ...more,
});

describe('callGate', () => {
  test.each<[string, LaneRecord, string]>([
    ['an endpoint that is well', lane(), 'open'],
    ['one that failed, but not enough', lane({ circuitFailures: 4 }), 'open'],
    ['a disabled one', lane({}, { enabled: false }), 'disabled'],
    [
      'one of a tenant that is suspended or not entitled',
      lane({}, { tenantPauses: ['suspended'] }),
      'disabled',
    ],
    ['an open circuit', lane({ circuit: 'open', circuitUntil: now + 1 }), 'circuit_open'],
    ['one whose time is over', lane({ circuit: 'open', circuitUntil: now }), 'trial'],
    ['a trial under way', lane({ circuit: 'half_open', circuitUntil: now + 1 }), 'circuit_open'],
    ['a trial that nobody ended', lane({ circuit: 'half_open', circuitUntil: now }), 'trial'],
    ['a trial of a delivery', lane({ circuit: 'half_open', circuitUntil: null }), 'trial'],
    [
      'a disabled one whose circuit is open',
      lane({ circuit: 'open', circuitUntil: now + 1 }, { enabled: false }),
      'disabled',
    ],
  ])('%s', (_name, record, admission) => {
    expect(gateOf(true).admission(record, now)).toBe(admission);
    expect(gateOf(false).admission(record, now)).toBe('disabled');
  });

  test('only changes of the circuit breaker are reported', () => {
    const call = (error: 'timeout' | 'http_status' | null, status: number | null = null) => ({
      endedAt: now,
      durationMs: 1,
      error,
      status,
      retryAfterMs: null,
    });
    const news = (record: LaneRecord, ended: ReturnType<typeof call>) =>
      gateOf(true).isNews(record, ended);
    expect([
      news(lane(), call(null)),
      news(lane(), call('http_status', 404)),
      news(lane(), call('timeout')),
    ]).toEqual([false, false, true]);
    expect([
      news(lane({ circuitFailures: 2 }), call(null)),
      news(lane({ circuitFailures: 2 }), call('http_status', 404)),
      news(lane({ circuit: 'half_open' }), call(null)),
    ]).toEqual([true, true, true]);
  });
});
