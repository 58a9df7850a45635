import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { describeClient } from '../applications/client-description.ts';

const callers = ['fga', 'compliance', 'identity-service', 'outbound'];

/** OAuth clients, as siblings need to know them. */
export const clientsRpc = (rpcRunner: RpcRunner): RpcMount =>
  serveRpc(
    'platform.hub.v1.Clients',
    {
      async GetClient({ tenantId, clientId }, call) {
        const client = isId('tenant', tenantId)
          ? await rpcRunner.read(call, tenantId, (tx) => describeClient(tx, clientId))
          : undefined;
        return client ? { found: true, ...client } : { found: false };
      },
    },
    { GetClient: callers },
  );
