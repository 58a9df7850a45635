import { contextNames } from '@platform/contracts';
import type { Tenant } from '@platform/contracts';
import { importProgress, serveTenantMove } from '@platform/data-lifecycle/tenant-move';
import { Problem } from '@platform/kit/problem';
import type { RpcMount } from '@platform/kit/grpc';
import type { Platform } from '@platform/kit/service';
import { ipRuleBucket } from '../ip-rules/ip-rule-workers.ts';
import type { IpRules } from '../ip-rules/ip-rules.ts';
import { tenantMovesRpc } from '../rpc/tenant-moves-rpc.ts';
import { tenantArrivals } from '../tenants/tenants.ts';
import type { ImportedPart, IssuerSettings } from '../tenants/tenants.ts';
import type { GetTenant } from '@platform/kit/auth';
import { movedRows } from './moved-rows.ts';

/** Asks every service how much of a tenant it has imported. */
const importedParts =
  ({ db, peer }: Pick<Platform, 'db' | 'peer'>) =>
  (tenantId: string): Promise<ImportedPart[]> =>
    Promise.all(
      contextNames.map(async (service) => ({
        service,
        ...(service === 'hub'
          ? await importProgress(db, tenantId)
          : await peer(service)
              .service('platform.tenantmove.v1.TenantMove')
              .Progress({ tenantId })),
      })),
    );

async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Serves moves of tenants: where they are, and the hub's own rows. */
export function composeTenantMoves(
  platform: Platform,
  {
    issuers,
    getTenant,
    rules,
    forget,
  }: {
    issuers: IssuerSettings;
    getTenant: GetTenant;
    rules: IpRules;
    forget: (tenant: Tenant) => Tenant;
  },
): RpcMount[] {
  const { db } = platform;
  const arrivals = tenantArrivals({ db, issuers, importedParts: importedParts(platform) });
  return [
    tenantMovesRpc(arrivals, forget),
    serveTenantMove(platform, movedRows, {
      buckets: [ipRuleBucket(rules)],
      arrivals: {
        stateOf: async (id) => (await getTenant({ id }))?.state,
        arrivalOf: async (id) => (await orUndefined(arrivals.get(id)))?.state,
      },
    }),
  ];
}
