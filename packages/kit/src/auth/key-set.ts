import { createLocalJWKSet } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWK } from 'jose';
import { sharedCall } from '../cache/cache.ts';
import { problem } from '@platform/kit/problem';
import { tokenInvalid } from './jws-form.ts';

/** Options of {@link keySet}. Times in milliseconds. */
export interface KeySetOptions {
  /** Fetches the set; must have its own timeouts. */
  fetchKeys: () => Promise<JSONWebKeySet>;
  now?: () => number;
  /** Age at which the set is fetched again in the background. Default 5 min. */
  refreshMillis?: number;
  /** Minimum time between the starts of two fetches, whatever causes them. Default 5 s. */
  spacingMillis?: number;
  /** How long the last good set is used. Default 24 h. */
  maxAgeMillis?: number;
  /** Called for each failed fetch, for log and metric. */
  onFailure?: (error: unknown) => void;
}

/** Keys by `kid` and `alg`, from one source that no token can choose. */
export interface KeySet {
  /**
   * @throws `token_invalid` if the set does not contain the key; `upstream_unavailable` while there
   * is no set.
   */
  key(header: { alg: string; kid: string }): Promise<CryptoKey>;
  /** False once the set has been fetched without this key: tokens signed with it are invalid. */
  knows(kid: string): boolean;
  /**
   * Fetches now, then every `refreshMillis` until `stop`. Resolves after the first fetch,
   * successful or not.
   */
  start(): Promise<void>;
  /**
   * Fetches the set again after a change, without sharing a fetch that began earlier, and once more
   * after `spacingMillis`, since the server may learn of the change later than this process.
   * Resolves after the first of the two, successful or not.
   */
  renew(): Promise<void>;
  stop(): void;
  /** Age of the current set in seconds; undefined while there is none. */
  ageSeconds(): number | undefined;
}

interface Loaded {
  find: ReturnType<typeof createLocalJWKSet>;
  kids: ReadonlySet<string>;
  fetchedAt: number;
}

// Keys with a purpose sign documents, or tokens for the APIs of a tenant: never bearers of ours.
function load(set: JSONWebKeySet, fetchedAt: number): Loaded {
  const keys = set.keys.filter(
    (key: JWK & { 'x-purpose'?: string }) =>
      key['x-purpose'] === undefined && typeof key.kid === 'string',
  );
  if (keys.length === 0) throw new Error('the key set contains no key for tokens');
  return {
    find: createLocalJWKSet({ keys }),
    kids: new Set(keys.map((key) => key.kid!)),
    fetchedAt,
  };
}

/**
 * Creates a key set that outlives its source: the last good set is used for up to 24 h, a failed
 * refresh never drops a known key, and an unknown `kid` costs at most one fetch per
 * `spacingMillis`, shared by all its waiters.
 */
export function keySet(options: KeySetOptions): KeySet {
  const { fetchKeys, now = Date.now, onFailure = () => {} } = options;
  const { refreshMillis = 300_000, spacingMillis = 5_000, maxAgeMillis = 86_400_000 } = options;
  let loaded: Loaded | undefined;
  let attemptedAt = -Infinity;
  /** A set fetched before this time may lack a change, so it is fetched again. */
  let wantedFrom = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const serving = () => (loaded && now() - loaded.fetchedAt < maxAgeMillis ? loaded : undefined);
  const isOld = ({ fetchedAt }: Loaded) =>
    now() - fetchedAt >= refreshMillis || (fetchedAt < wantedFrom && now() >= wantedFrom);

  async function fetchOnce(): Promise<void> {
    const startedAt = now();
    attemptedAt = startedAt;
    try {
      loaded = load(await fetchKeys(), startedAt);
    } catch (error) {
      onFailure(error);
    }
  }

  const fetches = sharedCall(fetchOnce);
  const refresh = fetches.join;
  const mayFetch = () => fetches.isUnderWay() || now() - attemptedAt >= spacingMillis;

  async function serve(): Promise<Loaded> {
    const set = serving();
    if (set) {
      if (isOld(set) && mayFetch()) void refresh();
      return set;
    }
    if (mayFetch()) await refresh();
    const fetched = serving();
    if (!fetched)
      throw problem('upstream_unavailable', {
        detail: 'The keys that verify tokens are not available at the moment',
        headers: { 'Retry-After': '5' },
      });
    return fetched;
  }

  return {
    async key(header) {
      let set = await serve();
      if (!set.kids.has(header.kid) && mayFetch()) {
        await refresh();
        set = serving() ?? set;
      }
      if (!set.kids.has(header.kid)) throw tokenInvalid('the key of the token is unknown');
      try {
        return await set.find({ alg: header.alg, kid: header.kid });
      } catch (cause) {
        throw tokenInvalid('the key does not match the token', cause);
      }
    },
    knows: (kid) => !loaded || loaded.kids.has(kid),
    start() {
      // Without a set, no token can be verified: fetch until there is one.
      const isDue = () => !loaded || isOld(loaded);
      timer ??= setInterval(
        () => {
          if (isDue() && mayFetch()) void refresh();
        },
        Math.min(spacingMillis, refreshMillis),
      ).unref();
      return refresh();
    },
    renew() {
      wantedFrom = now() + spacingMillis;
      return fetches.next();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    ageSeconds() {
      const set = serving();
      return set && (now() - set.fetchedAt) / 1000;
    },
  };
}
