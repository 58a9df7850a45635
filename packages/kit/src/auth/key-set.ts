import { createLocalJWKSet } from 'jose';
import type { CryptoKey, JSONWebKeySet, JWK } from 'jose';
import { sharedCall } from '../cache/cache.ts';
import { problem } from '@platform/kit/problem';
import { tokenInvalid } from './jws-form.ts';

/** Times in milliseconds. */
export interface KeySetOptions {
  /** Brings the set; must end by itself (time-outs). */
  fetchKeys: () => Promise<JSONWebKeySet>;
  now?: () => number;
  /** Age from which the set is fetched again, in the background. Default 5 min. */
  refreshMillis?: number;
  /** Between the starts of two fetches, whatever asks for them. Default 5 s. */
  spacingMillis?: number;
  /** How long the last good set serves. Default 24 h. */
  maxAgeMillis?: number;
  /** Told of each fetch that failed, for log and metric. */
  onFailure?: (error: unknown) => void;
}

/** Keys by `kid` and `alg`, from one place that no token can name. */
export interface KeySet {
  /** @throws `token_invalid` for a key that is not in the set; `upstream_unavailable` while there is no set. */
  key(header: { alg: string; kid: string }): Promise<CryptoKey>;
  /** False once the set has been fetched without this key: what it signed is worth nothing any more. */
  knows(kid: string): boolean;
  /** Fetches now and then every `refreshMillis` until `stop`; resolves after the first fetch, good or not. */
  start(): Promise<void>;
  /**
   * The set has changed: fetches it anew, never sharing a fetch that began before, and once more after `spacingMillis`,
   * since whoever serves it may hear of the change later than we do. Resolves after the first of the two, good or not.
   */
  renew(): Promise<void>;
  stop(): void;
  /** Seconds since the serving set was fetched; undefined while there is none. */
  ageSeconds(): number | undefined;
}

interface Loaded {
  find: ReturnType<typeof createLocalJWKSet>;
  kids: ReadonlySet<string>;
  fetchedAt: number;
}

// Keys marked for documents sign receipts and certificates: what they signed is never a token.
function load(set: JSONWebKeySet, fetchedAt: number): Loaded {
  const keys = set.keys.filter(
    (key: JWK & { 'x-purpose'?: string }) =>
      key['x-purpose'] !== 'documents' && typeof key.kid === 'string',
  );
  if (keys.length === 0) throw new Error('the key set contains no key for tokens');
  return {
    find: createLocalJWKSet({ keys }),
    kids: new Set(keys.map((key) => key.kid!)),
    fetchedAt,
  };
}

/**
 * A key set that outlives its source: the last good set serves up to 24 h, a failing refresh never drops a known key,
 * and an unknown `kid` costs at most one fetch every `spacingMillis`, shared by all that wait.
 */
export function keySet(options: KeySetOptions): KeySet {
  const { fetchKeys, now = Date.now, onFailure = () => {} } = options;
  const { refreshMillis = 300_000, spacingMillis = 5_000, maxAgeMillis = 86_400_000 } = options;
  let loaded: Loaded | undefined;
  let attemptedAt = -Infinity;
  /** A set that was fetched before may lack a change; fetched again from this time on. */
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
      // Without a set there is nothing to serve from: asked for until the first one is there.
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
