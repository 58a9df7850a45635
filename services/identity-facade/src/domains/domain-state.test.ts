import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { DnsVerdict } from './dns-check.ts';
import { afterLoginDomainCheck, nextCheckAt } from './domain-state.ts';
import type { DomainState, DomainStatus } from './domain-state.ts';

const rules = {
  pendingTtlMs: 700,
  recheckMs: 86_400_000,
  failureThreshold: 3,
  failingGraceMs: 100,
  suspendedRetentionMs: 1_000,
};
const at = (status: DomainStatus, more: Partial<DomainState> = {}): DomainState => ({
  status,
  failureCount: 0,
  failingSince: null,
  endsAt: null,
  verifiedAt: status === 'pending' ? null : 1,
  activatedAt: null,
  createdAt: 0,
  ...more,
});
const now = 10_000;

describe('a check', () => {
  test.each<[DomainStatus, Partial<DomainState>, DnsVerdict, DnsVerdict, string, string]>([
    ['pending', {}, 'holds', 'broken', 'verified', 'verified'],
    ['pending', {}, 'holds', 'holds', 'active', 'verified activated'],
    ['pending', {}, 'broken', 'holds', 'pending', ''],
    ['pending', { endsAt: now }, 'broken', 'broken', 'deleted', 'released'],
    ['pending', { endsAt: now }, 'holds', 'broken', 'verified', 'verified'],
    ['verified', {}, 'holds', 'holds', 'active', 'activated'],
    ['verified', { failureCount: 1 }, 'broken', 'broken', 'verified', ''],
    ['verified', { failureCount: 2 }, 'broken', 'broken', 'pending', 'failing'],
    ['active', { failureCount: 1 }, 'holds', 'broken', 'active', ''],
    ['active', { failureCount: 2 }, 'holds', 'broken', 'failing', 'failing'],
    ['active', { failureCount: 2 }, 'holds', 'holds', 'active', ''],
    ['failing', { endsAt: now + 1 }, 'broken', 'broken', 'failing', ''],
    ['failing', { endsAt: now }, 'broken', 'broken', 'suspended', 'suspended'],
    ['failing', { endsAt: now }, 'unknown', 'unknown', 'failing', ''],
    ['failing', { endsAt: now }, 'holds', 'holds', 'active', 'activated'],
    ['suspended', {}, 'holds', 'broken', 'suspended', ''],
    ['suspended', {}, 'holds', 'holds', 'active', 'activated'],
    ['suspended', { endsAt: now }, 'broken', 'broken', 'deleted', 'released'],
  ])('%s %j, ownership %s, routing %s: %s (%s)', (status, more, ownership, routing, to, told) => {
    const { next, news } = afterLoginDomainCheck(
      at(status, more),
      { ownership, routing },
      now,
      rules,
    );
    expect(next === 'deleted' ? next : next.status).toBe(to);
    expect(news.map(({ type }) => type).join(' ')).toBe(told);
  });

  test('a successful check resets earlier failures', () => {
    const { next } = afterLoginDomainCheck(
      at('active', { failureCount: 2 }),
      { ownership: 'holds', routing: 'holds' },
      now,
      rules,
    );
    expect(next).toMatchObject({ failureCount: 0 });
  });

  test('an inconclusive check changes no state unless a deadline has passed', () => {
    const status = fc.constantFrom<DomainStatus>('pending', 'verified', 'active', 'failing');
    fc.assert(
      fc.property(status, fc.nat(5), (each, failureCount) => {
        const state = at(each, { failureCount });
        const check = { ownership: 'unknown', routing: 'unknown' } as const;
        expect(afterLoginDomainCheck(state, check, now, rules)).toEqual({ next: state, news: [] });
      }),
    );
  });
});

describe('the next check', () => {
  const minutes = (status: DomainStatus, verdict: DnsVerdict, createdAt = now) =>
    (nextCheckAt(
      at(status, { createdAt }),
      { ownership: verdict, routing: verdict },
      { now, recheckMs: rules.recheckMs, random: 0.5 },
    ) -
      now) /
    60_000;

  test('is soon while records are missing, and rare otherwise', () => {
    expect(minutes('pending', 'broken')).toBe(10);
    expect(minutes('pending', 'broken', now - 86_400_000)).toBe(60);
    expect(minutes('active', 'holds')).toBe(1440);
    expect(minutes('active', 'broken')).toBe(60);
    expect(minutes('failing', 'broken')).toBe(60);
    expect(minutes('active', 'unknown')).toBe(10);
  });
});
