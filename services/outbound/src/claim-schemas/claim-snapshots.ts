import { isReservedClaim } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { claimSchemaCache } from '@platform/siblings/claims';
import type { ClaimSchemasOf } from '@platform/siblings/claims';
import type { Database } from '@platform/kit/database';
import { isOfEndpoint } from './claim-schema-record.ts';
import type { EndpointClaimSchema } from './claim-schema-record.ts';
import { listEnabledClaimSchemas } from './claim-schema-store.ts';

/** Caches the enabled schemas of tenants whose values endpoints provide. */
export const claimSnapshots = ({
  db,
  bus,
  platformDomain,
}: {
  db: Pick<Database, 'read'>;
  bus: Pick<Bus, 'follow'>;
  platformDomain: string;
}): ClaimSchemasOf<EndpointClaimSchema> =>
  claimSchemaCache({
    bus,
    async ask(tenantId) {
      const schemas = await db.read({ tenantId, actor: { type: 'system', id: 'outbound' } }, (tx) =>
        listEnabledClaimSchemas(tx),
      );
      return schemas
        .filter(isOfEndpoint)
        .filter(({ claimName }) => !isReservedClaim(claimName, platformDomain));
    },
  });
