import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { describeClient } from '../applications/client-description.ts';

const callers = ['fga', 'compliance', 'identity-service', 'outbound'];

/** OAuth clients, as siblings need to know them. */
export const clientsRpc = (db: Database): RpcMount =>
  serveRpc(
    'platform.hub.v1.Clients',
    {
      async GetClient({ tenantId, clientId }, { actor }) {
        const client = isId('tenant', tenantId)
          ? await db.read({ tenantId, actor }, (tx) => describeClient(tx, clientId))
          : undefined;
        return client ? { found: true, ...client } : { found: false };
      },
    },
    { GetClient: callers },
  );
