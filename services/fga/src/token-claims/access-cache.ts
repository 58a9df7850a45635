import type { Bus } from '@platform/kit/bus';
import { asProblem, problem } from '@platform/kit/problem';
import { LRUCache } from 'lru-cache';
import type { AccessOf, AccessQuestion, PrincipalAccess } from '../roles/principal-access.ts';

/** What {@link accessCache} needs. `ttlMs` 0: nothing is kept. */
export interface AccessCacheOptions { accessOf: AccessOf; bus: Pick<Bus, 'follow'>; ttlMs: number; max?: number }

/**
 * What principals may do, kept for a short while and dropped when elevations, entitlements or roles of the tenant change.
 * An old answer is never given in place of one that cannot be had.
 */
export function accessCache({ accessOf, bus, ttlMs, max = 20_000 }: AccessCacheOptions): AccessOf {
  const known = new LRUCache<string, PrincipalAccess>({ max, ttl: Math.max(1, ttlMs) });
  // What is loaded under an older number is not found any more. A number outlives everything that was loaded before it.
  const changes = new LRUCache<string, number>({ max: 100_000, ttl: 2 * Math.max(30_000, ttlMs) });
  let last = 0;
  const changed = (of: string): void => void changes.set(of, ++last);
  bus.follow(['pim.*', 'entitlement.*', 'role.*', 'permission.*', 'organization.*', 'directory.*'], async ({ tenantId }) => changed(tenantId));
  bus.follow(['user.*'], async ({ tenantId, event }) => changed(`${tenantId} ${event.subject.id}`));

  const keyOf = ({ tenantId, principal, clientId, organizationId }: AccessQuestion): string =>
    JSON.stringify([tenantId, principal.type, principal.id, clientId, organizationId, changes.get(tenantId), changes.get(`${tenantId} ${principal.id}`)]);

  return async function cached(question) {
    const key = keyOf(question);
    const present = ttlMs === 0 ? undefined : known.get(key);
    if (present) return present;
    const access = await accessOf(question).catch((error: unknown) => {
      throw asProblem(error).code === 'internal_error' ? problem('upstream_unavailable', { detail: 'access cannot be told at the moment', headers: { 'retry-after': '1' }, cause: error }) : error;
    });
    if (ttlMs > 0) known.set(key, access);
    return access;
  };
}
