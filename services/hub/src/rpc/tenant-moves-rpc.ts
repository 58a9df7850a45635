import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcCall, RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { Tenant } from '@platform/contracts';
import type { TenantArrivals } from '../tenants/tenants.ts';
import { tenantMessage } from './tenant-message.ts';

const operators = ['platform-operator'];

function tenantId(id: string): string {
  if (!isId('tenant', id)) throw problem('not_found', { detail: 'The tenant was not found' });
  return id;
}

const callOf = ({ actor, requestId }: RpcCall) => ({ actor, requestId });

/** Serves `platform.hub.v1.TenantMoves`. `forget` drops a tenant from the caches of this pod. */
export const tenantMovesRpc = (
  arrivals: TenantArrivals,
  forget: (tenant: Tenant) => Tenant,
): RpcMount =>
  serveRpc(
    'platform.hub.v1.TenantMoves',
    {
      Depart: async ({ tenantId: id }, call) => ({
        tenantJson: JSON.stringify(await arrivals.depart(tenantId(id), callOf(call))),
      }),
      Reserve: (request, call) => arrivals.reserve(request, callOf(call)),
      GetArrival: ({ tenantId: id }) => arrivals.get(tenantId(id)),
      Complete: async (request, call) =>
        tenantMessage(forget(await arrivals.complete(request, callOf(call)))),
      Abandon: ({ tenantId: id }, call) => arrivals.abandon(tenantId(id), callOf(call)),
      async Release({ tenantId: id }, call) {
        await arrivals.release(tenantId(id), callOf(call));
        return {};
      },
    },
    {
      Depart: operators,
      Reserve: operators,
      GetArrival: ['*'],
      Complete: operators,
      Abandon: operators,
      Release: operators,
    },
  );
