import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { checkCompact } from './jws-form.ts';

/**
 * Caches verification results under the SHA-256 of the token, so that a memory dump contains no
 * bearer. An entry lives until `exp`, at most `ttlMillis`. The caller repeats the checks that
 * depend on time or state. A cached result is returned synchronously.
 */
export function verifiedCache<T extends object>(options: {
  max: number;
  ttlMillis: number;
  now: () => number;
  isStillGood?: (value: T) => boolean;
}) {
  const { max, ttlMillis, now, isStillGood = () => true } = options;
  const entries = new LRUCache<string, { value: T; until: number }>({ max: Math.max(1, max) });

  async function keep(key: string, verifying: Promise<{ value: T; exp: unknown }>): Promise<T> {
    const { value, exp } = await verifying;
    const until = Math.min(typeof exp === 'number' ? exp * 1000 : 0, now() + ttlMillis);
    if (max > 0 && now() < until) entries.set(key, { value, until });
    return value;
  }

  return function cached(
    token: string,
    verify: () => Promise<{ value: T; exp: unknown }>,
  ): T | Promise<T> {
    checkCompact(token);
    const key = hash('sha256', token, 'base64');
    const entry = entries.get(key);
    return entry && now() < entry.until && isStillGood(entry.value)
      ? entry.value
      : keep(key, verify());
  };
}
