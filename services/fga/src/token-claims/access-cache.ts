import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import { asProblem, problem } from '@platform/kit/problem';
import type { People } from '../people/people.ts';
import type {
  AccessOf,
  PrincipalAccessQuestion,
  PrincipalAccess,
} from '../roles/principal-access.ts';

/** `ttlMs` 0: nothing is cached. */
export interface AccessCacheOptions {
  accessOf: AccessOf;
  people: Pick<People, 'onForgotten'>;
  bus: Pick<Bus, 'follow'>;
  ttlMs: number;
  max?: number;
}

/**
 * Caches the access of principals briefly. Evicts it when elevations, entitlements or roles of the
 * tenant change. A stale value is never returned instead of an error.
 */
export function accessCache({
  accessOf,
  people,
  bus,
  ttlMs,
  max = 20_000,
}: AccessCacheOptions): AccessOf {
  const personOf = (tenantId: string, id: string): string => `${tenantId} ${id}`;
  const known = asyncCache({
    fetch: (question: PrincipalAccessQuestion): Promise<PrincipalAccess> =>
      accessOf(question).catch((error: unknown) => {
        throw asProblem(error).code === 'internal_error'
          ? problem('upstream_unavailable', {
              detail: 'The access of the principal cannot be looked up at the moment',
              headers: { 'retry-after': '1' },
              cause: error,
            })
          : error;
      }),
    keyOf: ({ tenantId, principal, clientId, organizationId }) =>
      JSON.stringify([tenantId, principal.type, principal.id, clientId, organizationId]),
    tagsOf: ({ tenantId, principal }) => [tenantId, personOf(tenantId, principal.id)],
    ttlMs: ttlMs,
    max,
  });
  bus.follow(['pim.*', 'entitlement.*', 'role.*', 'permission.*'], async ({ tenantId }) =>
    known.invalidate(tenantId),
  );
  // Not on the events themselves: they arrive in several ways, and a value could be computed from
  // users that are not yet evicted.
  people.onForgotten(known.invalidate);
  return async (question) => known.get(question);
}
