import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { countIn, setCount } from './counter.ts';
import type { Counter } from './counter.ts';
import type { RateCounts, RateShare } from './rate-share.ts';
import type { RateCheck, RateState, RateVerdict } from './rate-verdict.ts';

/** Settings of {@link rateWindows}. */
export interface RateOptions {
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** The least recently used are dropped beyond. */
  maxKeys?: number;
  share?: RateShare;
  /** Name of this pod among those that share. */
  pod?: string;
}

/** Limits requests a minute, alone or together with other pods. */
export interface RateWindows {
  /** Counts the request under every check, or, when one refuses, under none. */
  take(checks: readonly RateCheck[]): RateVerdict;
  /** As `take`, without counting: for limits on what is known only later, as failures. */
  check(checks: readonly RateCheck[]): RateVerdict;
  /** Counts once under every check, whatever the limit says. */
  count(checks: readonly RateCheck[]): void;
  /** Publishes what changed; runs every 200 ms by itself while shared. */
  flush(): void;
  close(): void;
}

interface Entry {
  own: Counter;
  published: Counter;
  peers: Map<string, Counter>;
  limit: number;
}

interface Limited {
  check: RateCheck;
  id: string;
  entry: Entry;
}

const windowSeconds = 60;
const publishMillis = 200;
const publishShare = 0.1;
/** Counts in one message, so that it stays below the bus's largest. */
const publishBatch = 2_000;

/**
 * A sliding window of two aligned minute counters: `estimate = current + previous × (1 − elapsed/60)`, allowed while it
 * is below the limit; refused requests do not count. Nothing is asked on the way of a request: each pod adds the counts
 * last heard from the others, so together they overshoot by what (pods − 1) admit in 200 ms.
 */
export const rateWindows = ({
  now = Date.now,
  maxKeys = 100_000,
  share,
  pod = randomUUID(),
}: RateOptions = {}): RateWindows => {
  const entries = new LRUCache<string, Entry>({ max: maxKeys });
  const changed = new Set<string>();

  const entryOf = (id: string): Entry => {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const fresh = {
      own: newCounter(),
      published: newCounter(),
      peers: new Map<string, Counter>(),
      limit: 0,
    };
    entries.set(id, fresh);
    return fresh;
  };

  /** Others may not have heard what was told: the bus was away. */
  let isOwed = false;

  const publish = (ids: Iterable<string>): void => {
    if (share === undefined) return;
    if (!share.isConnected()) return void (isOwed = true);
    const counts: RateCounts['counts'] = [];
    for (const id of ids) {
      const entry = entries.peek(id);
      if (entry !== undefined)
        counts.push(
          ...unpublished(entry).map(([window, count]): [string, number, number] => [
            id,
            window,
            count,
          ]),
        );
    }
    try {
      for (let i = 0; i < counts.length; i += publishBatch)
        share.publish({ pod, counts: counts.slice(i, i + publishBatch) });
    } catch {
      return void (isOwed = true);
    }
    for (const [id, window, count] of counts) setCount(entryOf(id).published, window, count);
  };

  const oweAll = (): void => {
    isOwed = false;
    for (const [id, entry] of entries.entries()) {
      entry.published = newCounter();
      changed.add(id);
    }
  };

  /** A lower limit makes counts worth telling that were not. */
  const setLimit = (id: string, entry: Entry, limit: number): void => {
    if (entry.limit === limit) return;
    entry.limit = limit;
    if (share !== undefined) changed.add(id);
  };

  const judge = (checks: readonly RateCheck[], doesCount: boolean): RateVerdict => {
    const seconds = now() / 1000;
    const limited: Limited[] = [];
    let isRefused = false;
    for (const check of checks) {
      if (check.limit <= 0) continue;
      const id = idOf(check);
      const entry = entryOf(id);
      setLimit(id, entry, check.limit);
      limited.push({ check, id, entry });
      isRefused ||= estimate(entry, seconds) >= check.limit;
    }
    if (isRefused) {
      const refused = limited.filter(({ check, entry }) => estimate(entry, seconds) >= check.limit);
      publish(refused.map(({ id }) => id).filter((id) => changed.has(id)));
      const states = refused.map(({ check, entry }) => ({
        name: check.name,
        limit: check.limit,
        remaining: 0,
        resetSeconds: secondsUntilFree(entry, check.limit, seconds),
      }));
      const longest = states.reduce((a, b) => (b.resetSeconds > a.resetSeconds ? b : a));
      return { allowed: false, nearest: longest, retryAfterSeconds: longest.resetSeconds };
    }
    const resetSeconds = Math.max(1, Math.ceil(windowSeconds - (seconds % windowSeconds)));
    let nearest: RateState | null = null;
    for (const each of limited) {
      if (doesCount) add(each, windowOf(seconds));
      const { name, limit } = each.check;
      const remaining = Math.max(0, Math.ceil(limit - estimate(each.entry, seconds)));
      if (nearest === null || remaining < nearest.remaining)
        nearest = { name, limit, remaining, resetSeconds };
    }
    return { allowed: true, nearest, retryAfterSeconds: 0 };
  };

  const add = ({ check, id, entry }: Limited, window: number): void => {
    setLimit(id, entry, check.limit);
    setCount(entry.own, window, countIn(entry.own, window) + 1);
    if (share !== undefined) changed.add(id);
  };

  const count = (checks: readonly RateCheck[]): void => {
    const window = windowOf(now() / 1000);
    for (const check of checks) {
      if (check.limit <= 0) continue;
      const id = idOf(check);
      add({ check, id, entry: entryOf(id) }, window);
    }
  };

  const flush = (): void => {
    if (share?.isConnected() === false) {
      isOwed = true;
      // All of them are told when it is back.
      return changed.clear();
    }
    if (isOwed) oweAll();
    publish(changed);
    for (const id of changed) {
      const entry = entries.peek(id);
      if (entry === undefined || unpublished(entry).length === 0) changed.delete(id);
    }
  };

  share?.onCounts((heard) => {
    if (heard.pod === pod) return;
    const window = windowOf(now() / 1000);
    for (const [id, theirs, counted] of heard.counts) {
      // A clock one window off is believed; anything further would blot out what is known.
      if (Math.abs(theirs - window) > 1 || !(counted >= 0)) continue;
      const { peers } = entryOf(id);
      const counter = peers.get(heard.pod) ?? newCounter();
      setCount(counter, theirs, counted);
      peers.set(heard.pod, counter);
      for (const [other, { window: last }] of peers) if (last < window - 1) peers.delete(other);
    }
  });
  const timer = share === undefined ? undefined : setInterval(flush, publishMillis).unref();

  return {
    take: (checks) => judge(checks, true),
    check: (checks) => judge(checks, false),
    count,
    flush,
    close: () => clearInterval(timer),
  };
};

const newCounter = (): Counter => ({ window: 0, current: 0, previous: 0 });
const idOf = ({ name, key }: RateCheck): string => `${name} ${key}`;
const windowOf = (seconds: number): number => Math.floor(seconds / windowSeconds);

const estimate = ({ own, peers }: Entry, seconds: number): number => {
  const window = windowOf(seconds);
  let current = countIn(own, window);
  let previous = countIn(own, window - 1);
  if (peers.size > 0)
    for (const counter of peers.values()) {
      current += countIn(counter, window);
      previous += countIn(counter, window - 1);
    }
  return current + previous * (1 - (seconds % windowSeconds) / windowSeconds);
};

const secondsUntilFree = (entry: Entry, limit: number, seconds: number): number => {
  let wait = 1;
  while (wait < 2 * windowSeconds && estimate(entry, seconds + wait) >= limit) wait += 1;
  return wait;
};

/** Counts of both windows that peers have not heard, above a tenth of the limit: below it they decide nothing. */
const unpublished = ({ own, published, limit }: Entry): [window: number, count: number][] =>
  [own.window - 1, own.window]
    .map((window): [number, number] => [window, countIn(own, window)])
    .filter(
      ([window, count]) => count > limit * publishShare && count !== countIn(published, window),
    );
