import type { ClaimSchema } from '@platform/protos';
import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';

/** Returns the claim schemas of a tenant. */
export type ClaimSchemasOf<S> = (tenantId: string) => Promise<readonly S[]>;

/** Options of {@link claimSchemaCache}. */
export interface ClaimSchemaCacheOptions<S> {
  /** Fetches the schemas of a tenant. */
  ask: ClaimSchemasOf<S>;
  bus: Pick<Bus, 'follow'>;
  /** Maximum number of cached tenants. */
  max?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

const lifeMs = 60_000;
const askDeadlineMs = 1_000;

/**
 * Caches the claim schemas of tenants for up to 60 s; drops them on `webhook.claim_schema_*`.
 * Concurrent requests share one fetch. Never falls back to an older result: if `ask` fails, its
 * error is the caller's.
 */
export function claimSchemaCache<S>({
  ask,
  bus,
  ...options
}: ClaimSchemaCacheOptions<S>): ClaimSchemasOf<S> {
  const known = asyncCache({
    fetch: ask,
    keyOf: (tenantId: string) => tenantId,
    ttlMs: lifeMs,
    ...options,
  });
  bus.follow(['webhook.claim_schema_put', 'webhook.claim_schema_deleted'], async ({ tenantId }) =>
    known.invalidate(tenantId),
  );
  return async (tenantId) => known.get(tenantId);
}

/**
 * Fetches the enabled claim schemas of a tenant from the outbound service, whatever their source,
 * through a {@link claimSchemaCache}. Rejects with 502 to 504 while it is unavailable; a service
 * that does not implement claim schemas has none.
 */
export const claimSchemas = ({
  outbound,
  ...options
}: Omit<ClaimSchemaCacheOptions<ClaimSchema>, 'ask'> & {
  outbound: () => RpcPeer;
}): ClaimSchemasOf<ClaimSchema> =>
  claimSchemaCache<ClaimSchema>({
    ...options,
    async ask(tenantId) {
      const schemas = outbound().service('platform.outbound.v1.ClaimSchemas');
      return (await schemas.List({ tenantId }, { deadlineMs: askDeadlineMs, repeatable: true }))
        .items;
    },
  });
