import { withJitter } from '@platform/kit/async';
import type { DomainRecord } from './domain-record.ts';

/** The result of looking up the record. */
export type DomainFinding = 'matched' | 'no_record' | 'mismatch' | 'dns_error';

/** How long domains keep their state, in milliseconds. */
export interface DomainPolicy {
  pendingTtl: number;
  lapseAfter: number;
  releaseAfter: number;
}

/** The current time, and a number from 0 to 1 that spreads checks. */
export interface Moment {
  now: number;
  random: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Pauses between the checks of a pending domain: at 1, 5, 15 and 60 minutes, then every 6 hours.
 */
const pendingPauses = [minute, 4 * minute, 10 * minute, 45 * minute];
const slowPause = 6 * hour;
const doubtPause = hour;
const missesToLapse = 3;

/** A day from now, ± 10 %. */
const nextDay = ({ now, random }: Moment): Date =>
  new Date(now + withJitter(day, () => random, 0.1));
const pendingPause = (attempts: number): number => pendingPauses[attempts] ?? slowPause;
const earlier = (a: number, b: Date | null): Date =>
  new Date(b === null ? a : Math.min(a, b.getTime()));

/** Starts a claim: a new one, or one that failed. */
export const pendingFrom = (
  domain: DomainRecord,
  token: string,
  now: number,
  { pendingTtl }: DomainPolicy,
): DomainRecord => ({
  ...domain,
  state: 'pending',
  token,
  attempts: 0,
  lastResult: null,
  misses: 0,
  missingSince: null,
  lapsedAt: null,
  expiresAt: new Date(now + pendingTtl),
  nextCheckAt: new Date(now + pendingPause(0)),
});

const verified = (domain: DomainRecord, { now, random }: Moment): DomainRecord => ({
  ...domain,
  state: 'verified',
  expiresAt: null,
  misses: 0,
  missingSince: null,
  verifiedAt: domain.state === 'verified' ? domain.verifiedAt : new Date(now),
  lapsedAt: null,
  nextCheckAt: nextDay({ now, random }),
});

const failed = (domain: DomainRecord): DomainRecord => ({
  ...domain,
  state: 'failed',
  expiresAt: null,
  nextCheckAt: null,
});

function pendingStill(domain: DomainRecord, now: number): DomainRecord {
  if (domain.expiresAt !== null && now >= domain.expiresAt.getTime()) return failed(domain);
  const next = now + pendingPause(domain.attempts);
  return { ...domain, nextCheckAt: earlier(next, domain.expiresAt) };
}

function missed(domain: DomainRecord, { now, random }: Moment, policy: DomainPolicy): DomainRecord {
  const missingSince = domain.missingSince ?? new Date(now);
  const misses = domain.misses + 1;
  const isLapsed = misses >= missesToLapse && now - missingSince.getTime() >= policy.lapseAfter;
  if (!isLapsed)
    return {
      ...domain,
      misses,
      missingSince,
      nextCheckAt: nextDay({ now, random }),
    };
  return {
    ...domain,
    state: 'lapsed',
    misses,
    missingSince,
    lapsedAt: new Date(now),
    nextCheckAt: earlier(now + slowPause, new Date(now + policy.releaseAfter)),
  };
}

function lapsedStill(domain: DomainRecord, now: number, policy: DomainPolicy): DomainRecord {
  const releaseAt = (domain.lapsedAt?.getTime() ?? now) + policy.releaseAfter;
  if (now >= releaseAt) return failed(domain);
  return { ...domain, nextCheckAt: earlier(now + slowPause, new Date(releaseAt)) };
}

/** The domain after a check. A failed look-up never counts against a verified domain. */
export function afterCheck(
  before: DomainRecord,
  finding: DomainFinding,
  moment: Moment,
  policy: DomainPolicy,
): DomainRecord {
  const { now } = moment;
  const domain: DomainRecord = {
    ...before,
    attempts: before.attempts + 1,
    lastCheckedAt: new Date(now),
    lastResult: finding,
  };
  if (domain.state === 'failed') return domain;
  if (finding === 'matched') return verified(domain, moment);
  if (domain.state === 'pending') return pendingStill(domain, now);
  if (domain.state === 'lapsed') return lapsedStill(domain, now, policy);
  if (finding === 'dns_error') return { ...domain, nextCheckAt: new Date(now + doubtPause) };
  return missed(domain, moment, policy);
}

/** The domain after a check found the record, but another organization has the domain. */
export function afterTaken(before: DomainRecord, now: number): DomainRecord {
  const domain: DomainRecord = {
    ...before,
    attempts: before.attempts + 1,
    lastCheckedAt: new Date(now),
    lastResult: 'taken',
  };
  return domain.state === 'pending' ? pendingStill(domain, now) : domain;
}
