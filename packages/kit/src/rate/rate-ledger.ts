import { LRUCache } from 'lru-cache';
import { countIn, setCount } from './counter.ts';
import { newRateEntry, rateId, windowOf } from './rate-entry.ts';
import type { RateEntry } from './rate-entry.ts';
import type { RateCheck } from './rate-verdict.ts';

/** What one pod has counted. */
export interface RateLedger {
  readonly now: () => number;
  readonly entries: LRUCache<string, RateEntry>;
  /** Keys whose counts others have not heard of; undefined in a pod that counts alone. */
  readonly changed: Set<string> | undefined;
}

/** A limit that applies to a request, and what is counted under its key. */
export interface AppliedLimit {
  check: RateCheck;
  id: string;
  entry: RateEntry;
}

/** A ledger without entries. `maxKeys`: the least recently used are dropped beyond. */
export const newRateLedger = (
  now: () => number,
  maxKeys: number,
  isShared: boolean,
): RateLedger => ({
  now,
  entries: new LRUCache({ max: maxKeys }),
  changed: isShared ? new Set() : undefined,
});

/** The entry of a key, made when there is none. */
export function rateEntryOf({ entries }: RateLedger, id: string): RateEntry {
  const known = entries.get(id);
  if (known !== undefined) return known;
  const fresh = newRateEntry();
  entries.set(id, fresh);
  return fresh;
}

/** The limits among the checks, each with its entry; a limit of 0 is none. */
export function appliedLimits(ledger: RateLedger, checks: readonly RateCheck[]): AppliedLimit[] {
  const limits: AppliedLimit[] = [];
  for (const check of checks) {
    if (check.limit <= 0) continue;
    const id = rateId(check);
    const entry = rateEntryOf(ledger, id);
    // A lower limit makes counts worth publishing that were not.
    if (entry.limit !== check.limit) {
      entry.limit = check.limit;
      ledger.changed?.add(id);
    }
    limits.push({ check, id, entry });
  }
  return limits;
}

/** Counts once under each of the limits. */
export function countUnder(
  { changed }: RateLedger,
  limits: readonly AppliedLimit[],
  seconds: number,
): void {
  const window = windowOf(seconds);
  for (const { id, entry } of limits) {
    setCount(entry.own, window, countIn(entry.own, window) + 1);
    changed?.add(id);
  }
}
