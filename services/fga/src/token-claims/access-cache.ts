import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import { asProblem, problem } from '@platform/kit/problem';
import type { People } from '../people/people.ts';
import type {
  AccessOf,
  PrincipalAccessQuestion,
  PrincipalAccess,
} from '../roles/principal-access.ts';

/** What {@link accessCache} needs. `ttlMs` 0: nothing is kept. */
export interface AccessCacheOptions {
  accessOf: AccessOf;
  people: Pick<People, 'onForgotten'>;
  bus: Pick<Bus, 'follow'>;
  ttlMs: number;
  max?: number;
}

/**
 * What principals may do, kept for a short while and dropped when elevations, entitlements or roles of the tenant change.
 * An old answer is never given in place of one that cannot be had.
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
  // Not at the facts themselves: they come by several ways, and an answer could be made of what is not yet forgotten.
  people.onForgotten(known.invalidate);
  return async (question) => known.get(question);
}
