import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { DomainRecord } from './domain-record.ts';
import { afterCheck, pendingFrom } from './domain-states.ts';
import type { DomainFinding } from './domain-states.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const policy = { pendingTtl: 30 * day, lapseAfter: 72 * hour, releaseAfter: 30 * day };
const start = Date.UTC(2026, 0, 1);
const blank = { attempts: 0, misses: 0, missingSince: null, version: 1 } as unknown as DomainRecord;
const claim = () => pendingFrom(blank, 'token', start, policy);
const check = (domain: DomainRecord, finding: DomainFinding, now: number) =>
  afterCheck(domain, finding, { now, random: 0.5 }, policy);
/** Runs every check when it is due, until `end`. */
function runUntil(domain: DomainRecord, finding: DomainFinding, end: number): DomainRecord {
  let now = domain.nextCheckAt?.getTime() ?? Infinity;
  let current = domain;
  while (now <= end) {
    current = check(current, finding, now);
    now = current.nextCheckAt?.getTime() ?? Infinity;
  }
  return current;
}

describe('a pending domain', () => {
  test('is checked at 1, 5, 15 and 60 minutes, then every 6 hours', () => {
    const times: number[] = [];
    let domain = claim();
    for (let i = 0; i < 6; i++) {
      const at = domain.nextCheckAt?.getTime() ?? 0;
      times.push((at - start) / minute);
      domain = check(domain, 'no_record', at);
    }
    expect(times).toEqual([1, 5, 15, 60, 420, 780]);
  });

  test('fails after its deadline, whatever DNS returned', () => {
    for (const finding of ['no_record', 'mismatch', 'dns_error'] as const) {
      const domain = runUntil(claim(), finding, start + 40 * day);
      expect([domain.state, domain.nextCheckAt]).toEqual(['failed', null]);
      expect(runUntil(claim(), finding, start + 29 * day).state).toBe('pending');
    }
  });

  test('is verified by the record', () =>
    expect(check(claim(), 'matched', start)).toMatchObject({
      state: 'verified',
      verifiedAt: new Date(start),
      expiresAt: null,
    }));
});

describe('a verified domain', () => {
  const verified = () => check(claim(), 'matched', start);

  test('lapses when three checks over 72 hours miss the record, and is released after 30 days more', () => {
    expect(runUntil(verified(), 'no_record', start + 3.5 * day).state).toBe('verified');
    const lapsed = runUntil(verified(), 'mismatch', start + 5 * day);
    expect(lapsed.state).toBe('lapsed');
    const at = lapsed.lapsedAt?.getTime() ?? 0;
    expect(runUntil(lapsed, 'no_record', at + 29 * day).state).toBe('lapsed');
    expect(runUntil(lapsed, 'no_record', at + 31 * day).state).toBe('failed');
  });

  test('does not lapse by many checks within 72 hours', () => {
    let domain = verified();
    for (let i = 0; i < 20; i++) domain = check(domain, 'no_record', start + i * hour);
    expect(domain.state).toBe('verified');
  });

  test('is verified again when the record reappears, even after it has lapsed', () => {
    const lapsed = runUntil(verified(), 'no_record', start + 5 * day);
    expect(check(lapsed, 'matched', start + 6 * day)).toMatchObject({
      state: 'verified',
      lapsedAt: null,
      misses: 0,
    });
  });

  test('never lapses because of inconclusive lookups', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 10 * day })), { maxLength: 50 }),
        (checks) => {
          let [domain, now] = [verified(), start];
          for (const [isMatch, pause] of checks)
            domain = check(domain, isMatch ? 'matched' : 'dns_error', (now += pause));
          expect([domain.state, domain.misses]).toEqual(['verified', 0]);
        },
      ),
    );
  });

  test('is checked as long as its state can change', () => {
    const finding = fc.constantFrom<DomainFinding>('matched', 'no_record', 'mismatch', 'dns_error');
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 60 }), (findings) => {
        let domain = claim();
        for (const found of findings) {
          if (domain.nextCheckAt === null) break;
          const now = domain.nextCheckAt.getTime();
          domain = check(domain, found, now);
          if (domain.state === 'failed') expect(domain.nextCheckAt).toBeNull();
          else expect(domain.nextCheckAt?.getTime()).toBeGreaterThan(now);
        }
      }),
    );
  });
});
