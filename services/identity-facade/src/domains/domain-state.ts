import { withJitter } from '@platform/kit/async';
import type { LoginDomainResource } from '@platform/contracts';
import type { Findings } from './dns-check.ts';

export type DomainStatus = LoginDomainResource['status'];

/** The inputs of a state transition. Times are milliseconds. */
export interface DomainState {
  status: DomainStatus;
  failureCount: number;
  failingSince: number | null;
  /** When a pending registration expires, a failing domain is suspended, or a suspended one is deleted. */
  endsAt: number | null;
  verifiedAt: number | null;
  activatedAt: number | null;
  createdAt: number;
}

/** Intervals and thresholds set by the operator. */
export interface DomainRules {
  pendingTtlMs: number;
  recheckMs: number;
  failureThreshold: number;
  failingGraceMs: number;
  suspendedRetentionMs: number;
}

/** A change of a domain, published as an event. */
export interface DomainNews {
  type: 'verified' | 'activated' | 'failing' | 'suspended' | 'released';
  reason?: string;
}

/** The result of a check. */
export interface LoginDomainTransition {
  next: DomainState | 'deleted';
  news: DomainNews[];
}

/** States that reserve the name for the tenant. */
export const holdsClaim = (status: DomainStatus): boolean =>
  ['verified', 'active', 'failing'].includes(status);
/** States in which pages are served. */
export const isServed = (status: DomainStatus): boolean =>
  status === 'active' || status === 'failing';

const none: DomainNews[] = [];
const healthy = { failureCount: 0, failingSince: null };

function activated(state: DomainState, now: number): LoginDomainTransition {
  const isNew = state.verifiedAt === null;
  const recovered = state.status === 'failing' ? 'recovered' : undefined;
  return {
    next: {
      ...state,
      ...healthy,
      status: 'active',
      endsAt: null,
      verifiedAt: state.verifiedAt ?? now,
      activatedAt: state.activatedAt ?? now,
    },
    news: [
      ...(isNew ? [{ type: 'verified' } as const] : none),
      { type: 'activated', reason: recovered },
    ],
  };
}

const verified = (state: DomainState, now: number): LoginDomainTransition => ({
  next: { ...state, ...healthy, status: 'verified', endsAt: null, verifiedAt: now },
  news: [{ type: 'verified' }],
});

/** A check that failed. The state changes after a threshold of consecutive failures. */
function failed(
  state: DomainState,
  now: number,
  { failureThreshold, failingGraceMs, pendingTtlMs }: DomainRules,
): LoginDomainTransition {
  const failureCount = state.failureCount + 1;
  if (failureCount < failureThreshold) return { next: { ...state, failureCount }, news: none };
  const isActive = state.status === 'active';
  return {
    next: {
      ...state,
      status: isActive ? 'failing' : 'pending',
      failureCount,
      failingSince: isActive ? now : null,
      endsAt: now + (isActive ? failingGraceMs : pendingTtlMs),
      verifiedAt: isActive ? state.verifiedAt : null,
    },
    news: [{ type: 'failing', reason: isActive ? 'records_missing' : 'ownership_missing' }],
  };
}

/** Takes a domain out of use. Its row stays for a while, so that the tenant can restore it. */
export const suspended = (
  state: DomainState,
  now: number,
  { suspendedRetentionMs }: DomainRules,
  reason: string,
): LoginDomainTransition => ({
  next: { ...state, status: 'suspended', endsAt: now + suspendedRetentionMs },
  news: [{ type: 'suspended', reason }],
});

const released = (reason: string): LoginDomainTransition => ({
  next: 'deleted',
  news: [{ type: 'released', reason }],
});

const unchanged = (next: DomainState): LoginDomainTransition => ({ next, news: none });

type Check = Pick<Findings, 'ownership' | 'routing'>;
type Step = (
  state: DomainState,
  check: Check,
  now: number,
  rules: DomainRules,
) => LoginDomainTransition;

const isOver = ({ endsAt }: DomainState, now: number): boolean => endsAt !== null && now >= endsAt;
const isGood = ({ ownership, routing }: Check): boolean =>
  ownership === 'holds' && routing === 'holds';
const isBroken = ({ ownership, routing }: Check): boolean =>
  ownership === 'broken' || routing === 'broken';

const steps: Record<DomainStatus, Step> = {
  pending(state, check, now) {
    if (isGood(check)) return activated(state, now);
    if (check.ownership === 'holds') return verified(state, now);
    return isOver(state, now) ? released('expired') : unchanged(state);
  },
  verified(state, check, now, rules) {
    if (isGood(check)) return activated(state, now);
    if (check.ownership === 'broken') return failed(state, now, rules);
    return unchanged(check.ownership === 'holds' ? { ...state, ...healthy } : state);
  },
  active(state, check, now, rules) {
    if (isBroken(check)) return failed(state, now, rules);
    return unchanged(isGood(check) ? { ...state, ...healthy } : state);
  },
  failing(state, check, now, rules) {
    if (isGood(check)) return activated(state, now);
    return isBroken(check) && isOver(state, now)
      ? suspended(state, now, rules, 'records_missing')
      : unchanged(state);
  },
  suspended(state, check, now) {
    if (isGood(check)) return activated(state, now);
    return isOver(state, now) ? released('lost') : unchanged(state);
  },
};

/** Applies a check to a domain. Inconclusive answers change nothing. */
export const afterLoginDomainCheck: Step = (state, check, now, rules) =>
  steps[state.status](state, check, now, rules);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The time of the next check, ± 10 %; `random` is from 0 to 1. */
export function nextCheckAt(
  state: DomainState,
  { ownership, routing }: Check,
  { now, recheckMs, random }: { now: number; recheckMs: number; random: number },
): number {
  const pauseMs = (): number => {
    if (ownership === 'unknown' || routing === 'unknown') return 10 * minute;
    if (state.status === 'pending') return now - state.createdAt < day ? 10 * minute : hour;
    return state.status === 'failing' || isBroken({ ownership, routing }) ? hour : recheckMs;
  };
  const pause = Math.min(pauseMs(), recheckMs);
  return Math.round(now + withJitter(pause, () => random, 0.1));
}
