import type { RpcPeer } from '@platform/kit/grpc';
import { Problem } from '@platform/kit/problem';

/** Where tenants are, as the hub knows it. */
export interface Arrivals {
  /** The state of a tenant of this installation. */
  stateOf(tenantId: string): Promise<string | undefined>;
  /** The state of its arrival. */
  arrivalOf(tenantId: string): Promise<string | undefined>;
}

async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Asks the hub, each time: neither answer may be out of date. */
export const siblingArrivals = (hub: () => RpcPeer): Arrivals => ({
  stateOf: async (tenantId) =>
    (await orUndefined(hub().service('platform.hub.v1.Tenants').GetTenant({ tenantId })))?.state,
  arrivalOf: async (tenantId) =>
    (await orUndefined(hub().service('platform.hub.v1.TenantMoves').GetArrival({ tenantId })))
      ?.state,
});
