import { LRUCache } from 'lru-cache';

export { batched, sharedCall, singleFlight } from './coalescing.ts';
export type { BatchedOptions, SharedCall } from './coalescing.ts';

/** What {@link asyncCache} needs. Times in milliseconds of a clock that never goes back. */
export interface AsyncCacheOptions<K, V> {
  /** Asks whoever knows. */
  fetch: (key: K) => Promise<V>;
  /** What tells keys apart. */
  keyOf: (key: K) => string;
  /** Further tags by which values are invalidated: that of the tenant, of a user. */
  tagsOf?: (key: K) => readonly string[];
  /** How long a value is kept, counted from when it was asked for; 0: not at all. */
  ttlMs: number | ((value: V) => number);
  /** From this age on a value is fetched anew while it still serves, so that nobody waits. Default: only when it has ended. */
  refreshMs?: (value: V) => number;
  /**
   * How long after its end a value stands in where `fetch` fails; default 0: the error is the caller's. An invalidated value
   * never does.
   */
  staleIfErrorMs?: number;
  /** Values that are kept at the same time. */
  max?: number;
  now?: () => number;
}

/** Values that somebody else knows, kept for a while. */
export interface AsyncCache<K, V> {
  /** The value; a promise only when it must be fetched first. Fetched once, however many wait. */
  get(key: K): V | Promise<V>;
  /** Drops every value of this key or tag. What is under way is given to those who wait for it and not kept: it may be older than the change. */
  invalidate(tag: string): void;
}

interface Kept<V> {
  value: V;
  tags: readonly string[];
  until: number;
  refreshAt: number;
}
interface Flight<V> {
  result: Promise<V>;
  tags: readonly string[];
}

/** A refresh that fails is tried again after so long. */
const retryMs = 1_000;

/** Keeps values by key, and finds them by the tags of what they tell of. */
export function asyncCache<K, V>({
  fetch,
  keyOf,
  tagsOf = () => [],
  ttlMs,
  refreshMs = () => Infinity,
  staleIfErrorMs = 0,
  max = 10_000,
  now = () => performance.now(),
}: AsyncCacheOptions<K, V>): AsyncCache<K, V> {
  const keysOfTag = new Map<string, Set<string>>();
  const kept = new LRUCache<string, Kept<V>>({
    max,
    dispose: ({ tags }, key) => tags.forEach((tag) => unlink(tag, key)),
  });
  const flights = new Map<string, Flight<V>>();
  const ttlOf = typeof ttlMs === 'number' ? () => ttlMs : ttlMs;

  function unlink(tag: string, key: string): void {
    const keys = keysOfTag.get(tag);
    keys?.delete(key);
    if (keys?.size === 0) keysOfTag.delete(tag);
  }

  function keep(key: string, tags: readonly string[], value: V, asked: number): void {
    kept.delete(key);
    const ttl = ttlOf(value);
    if (ttl <= 0) return;
    kept.set(key, { value, tags, until: asked + ttl, refreshAt: asked + refreshMs(value) });
    for (const tag of tags) {
      const keys = keysOfTag.get(tag);
      if (keys) keys.add(key);
      else keysOfTag.set(tag, new Set([key]));
    }
  }

  /** The value that may stand in for one that cannot be fetched. */
  function standIn(key: string, error: unknown): V {
    const stale = kept.get(key);
    if (stale && now() < stale.until + staleIfErrorMs) return stale.value;
    throw error;
  }

  function load(name: string, key: K): Promise<V> {
    const running = flights.get(name);
    if (running) return running.result;
    const asked = now();
    const tags = [name, ...tagsOf(key)];
    const isCurrent = (): boolean => flights.get(name) === flight;
    const result = fetch(key)
      .then((value) => {
        if (isCurrent()) keep(name, tags, value, asked);
        return value;
      })
      .catch((error: unknown) => standIn(name, error))
      .finally(() => {
        if (isCurrent()) flights.delete(name);
      });
    const flight = { result, tags };
    flights.set(name, flight);
    return result;
  }

  return {
    get(key) {
      const name = keyOf(key);
      const found = kept.get(name);
      const at = now();
      if (!found || at >= found.until) return load(name, key);
      if (at >= found.refreshAt) {
        found.refreshAt = at + retryMs;
        load(name, key).catch(() => undefined);
      }
      return found.value;
    },
    invalidate(tag) {
      for (const [name, { tags }] of flights) if (tags.includes(tag)) flights.delete(name);
      for (const name of keysOfTag.get(tag) ?? []) kept.delete(name);
    },
  };
}
