import type { ClaimSchema } from '@platform/protos';
import { asyncCache } from '@platform/kit/cache';
import type { Bus } from '@platform/kit/bus';
import type { RpcPeer } from '@platform/kit/grpc';

/** Gives the claim schemas of a tenant. */
export type ClaimSchemasOf<S> = (tenantId: string) => Promise<readonly S[]>;

/** Options of {@link claimSchemaCache}. */
export interface ClaimSchemaCacheOptions<S> {
  /** The schemas of a tenant, from where they are. */
  ask: ClaimSchemasOf<S>;
  bus: Pick<Bus, 'follow'>;
  /** Tenants that are known at the same time. */
  max?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

const lifeMs = 60_000;
const askDeadlineMs = 1_000;

/**
 * The claim schemas of tenants: 60 s old at most, dropped by `webhook.claim_schema_*`, asked for once however many wait.
 * Nothing older stands in where `ask` fails: its error is the caller's.
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
 * Asks the outbound service for the enabled claim schemas of a tenant, whatever their source; kept as
 * {@link claimSchemaCache} does. Rejects with 502 to 504 while it is away; one that does not serve claim schemas has none.
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
