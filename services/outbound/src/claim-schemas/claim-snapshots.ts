import { isReservedClaim } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import type { Database } from '@platform/kit/database';
import { LRUCache } from 'lru-cache';
import { isOfEndpoint } from './claim-schema-record.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import { listEnabledClaimSchemas } from './claim-schema-store.ts';

/** What {@link claimSnapshots} needs. */
export interface ClaimSnapshotOptions { db: Pick<Database, 'read'>; bus: Pick<Bus, 'follow'>; platformDomain: string; max?: number; ttlMs?: number }

/** The enabled schemas of tenants whose values are fetched, 60 s old at most and dropped when one changes. */
export function claimSnapshots({ db, bus, platformDomain, max = 10_000, ttlMs = 60_000 }: ClaimSnapshotOptions) {
  const known = new LRUCache<string, readonly EndpointClaimSchema[]>({ max, ttl: ttlMs });
  const loading = new Map<string, Promise<readonly EndpointClaimSchema[]>>();
  bus.follow(['webhook.claim_schema_put', 'webhook.claim_schema_deleted'], async ({ tenantId }) => {
    known.delete(tenantId);
    loading.delete(tenantId);
  });

  async function read(tenantId: string): Promise<readonly EndpointClaimSchema[]> {
    const schemas = await db.read({ tenantId, actor: { type: 'system', id: 'outbound' } }, (tx) => listEnabledClaimSchemas(tx));
    return schemas.filter(isOfEndpoint).filter(({ claimName }) => !isReservedClaim(claimName, platformDomain));
  }

  return function schemasOf(tenantId: string): Promise<readonly EndpointClaimSchema[]> {
    const present = known.get(tenantId);
    if (present) return Promise.resolve(present);
    const running = loading.get(tenantId);
    if (running) return running;
    const asked: Promise<readonly EndpointClaimSchema[]> = read(tenantId).then((schemas) => {
      // Dropped meanwhile: what was read may be older than the change.
      if (loading.get(tenantId) === asked) known.set(tenantId, schemas);
      return schemas;
    }).finally(() => {
      if (loading.get(tenantId) === asked) loading.delete(tenantId);
    });
    loading.set(tenantId, asked);
    return asked;
  };
}

/** See {@link claimSnapshots}. */
export type SchemasOf = ReturnType<typeof claimSnapshots>;
