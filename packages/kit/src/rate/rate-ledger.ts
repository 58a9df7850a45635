import { LRUCache } from 'lru-cache';
import { countIn, setCount } from './counter.ts';
import { newRateEntry, rateId, windowOf } from './rate-entry.ts';
import type { RateEntry } from './rate-entry.ts';
import type { RateCheck } from './rate-verdict.ts';

/** The counts of one pod. */
export interface RateLedger {
  readonly now: () => number;
  readonly entries: LRUCache<string, RateEntry>;
  /** Keys with counts that other pods have not received; undefined in a pod that counts alone. */
  readonly changed: Set<string> | undefined;
}

/** A limit that applies to a request, with the counts of its key. */
export interface AppliedLimit {
  check: RateCheck;
  id: string;
  entry: RateEntry;
}

/** Returns an empty ledger. Beyond `maxKeys`, the least recently used entries are dropped. */
export const newRateLedger = (
  now: () => number,
  maxKeys: number,
  isShared: boolean,
): RateLedger => ({
  now,
  entries: new LRUCache({ max: maxKeys }),
  changed: isShared ? new Set() : undefined,
});

/** Returns the entry of a key; creates it if there is none. */
export function rateEntryOf({ entries }: RateLedger, id: string): RateEntry {
  const known = entries.get(id);
  if (known !== undefined) return known;
  const fresh = newRateEntry();
  entries.set(id, fresh);
  return fresh;
}

/** Returns the limits among the checks, each with its entry; a limit of 0 does not apply. */
export function appliedLimits(ledger: RateLedger, checks: readonly RateCheck[]): AppliedLimit[] {
  const limits: AppliedLimit[] = [];
  for (const check of checks) {
    if (check.limit <= 0) continue;
    const id = rateId(check);
    const entry = rateEntryOf(ledger, id);
    // A lower limit can make earlier counts worth publishing.
    if (entry.limit !== check.limit) {
      entry.limit = check.limit;
      ledger.changed?.add(id);
    }
    limits.push({ check, id, entry });
  }
  return limits;
}

/** Counts one request under each of the limits. */
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
