import { randomUUID } from 'node:crypto';
import { estimate, secondsUntilFree, windowSeconds } from './rate-entry.ts';
import { appliedLimits, countUnder, newRateLedger } from './rate-ledger.ts';
import type { AppliedLimit } from './rate-ledger.ts';
import { ratePublishing } from './rate-publishing.ts';
import type { RateShare } from './rate-share.ts';
import type { RateCheck, RateState, RateVerdict } from './rate-verdict.ts';

/** Settings of {@link rateWindows}. */
export interface RateOptions {
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Maximum number of keys; beyond it, the least recently used are dropped. */
  maxKeys?: number;
  share?: RateShare;
  /** Name of this pod among those that share counts. */
  pod?: string;
}

/** Limits requests per minute, alone or together with other pods. */
export interface RateWindows {
  /** Counts the request under every check, or under none if one rejects it. */
  take(checks: readonly RateCheck[]): RateVerdict;
  /** Like `take`, without counting: for limits on events known only later, such as failures. */
  check(checks: readonly RateCheck[]): RateVerdict;
  /** Counts once under every check, whatever the limit. */
  count(checks: readonly RateCheck[]): void;
  /** Publishes changes; called every 200 ms while shared. */
  flush(): void;
  close(): void;
}

/**
 * Returns the verdict on a request that exceeds these limits: the limit that is free last decides.
 */
function rejection(exceeded: readonly AppliedLimit[], seconds: number): RateVerdict {
  const states = exceeded.map(({ check, entry }) => ({
    name: check.name,
    limit: check.limit,
    remaining: 0,
    resetSeconds: secondsUntilFree(entry, check.limit, seconds),
  }));
  const longest = states.reduce((a, b) => (b.resetSeconds > a.resetSeconds ? b : a));
  return { allowed: false, nearest: longest, retryAfterSeconds: longest.resetSeconds };
}

/** Returns the verdict on a request below all limits, with the nearest one. */
function admission(limits: readonly AppliedLimit[], seconds: number): RateVerdict {
  const resetSeconds = Math.max(1, Math.ceil(windowSeconds - (seconds % windowSeconds)));
  let nearest: RateState | null = null;
  for (const { check, entry } of limits) {
    const { name, limit } = check;
    const remaining = Math.max(0, Math.ceil(limit - estimate(entry, seconds)));
    if (nearest === null || remaining < nearest.remaining)
      nearest = { name, limit, remaining, resetSeconds };
  }
  return { allowed: true, nearest, retryAfterSeconds: 0 };
}

/**
 * Creates a sliding window of two aligned minute counters: `estimate = current + previous × (1 −
 * elapsed/60)`. A request is allowed while the estimate is below the limit; rejected requests do
 * not count. A request waits for no I/O: each pod adds the counts last received from the others, so
 * that together they overshoot by what (pods − 1) admit in 200 ms.
 */
export const rateWindows = ({
  now = Date.now,
  maxKeys = 100_000,
  share,
  pod = randomUUID(),
}: RateOptions = {}): RateWindows => {
  const ledger = newRateLedger(now, maxKeys, share !== undefined);
  const { publishNow, flush, close } = ratePublishing(ledger, share, pod);

  const evaluate = (checks: readonly RateCheck[], doesCount: boolean): RateVerdict => {
    const seconds = now() / 1000;
    const limits = appliedLimits(ledger, checks);
    const exceeded = limits.filter(({ check, entry }) => estimate(entry, seconds) >= check.limit);
    if (exceeded.length > 0) {
      publishNow(exceeded.map(({ id }) => id));
      return rejection(exceeded, seconds);
    }
    if (doesCount) countUnder(ledger, limits, seconds);
    return admission(limits, seconds);
  };

  return {
    take: (checks) => evaluate(checks, true),
    check: (checks) => evaluate(checks, false),
    count: (checks) => countUnder(ledger, appliedLimits(ledger, checks), now() / 1000),
    flush,
    close,
  };
};
