import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { describeClient, expectPolicies } from '../applications/client-description.ts';

const callers = ['fga', 'compliance', 'identity-service', 'outbound'];

/** Describes OAuth clients to other services. */
export const clientsRpc = ({
  db,
  rpcRunner,
}: {
  db: Pick<Database, 'transact'>;
  rpcRunner: RpcRunner;
}): RpcMount =>
  serveRpc(
    'platform.hub.v1.Clients',
    {
      async GetClient({ tenantId, clientId }, call) {
        const client = isId('tenant', tenantId)
          ? await rpcRunner.read(call, tenantId, (tx) => describeClient(tx, clientId))
          : undefined;
        return client ? { found: true, ...client } : { found: false };
      },
      async ExpectPolicies({ tenantId, clientId }, call) {
        const isFound =
          isId('tenant', tenantId) &&
          (await db.transact(rpcContext(call, tenantId), (tx) => expectPolicies(tx, clientId)));
        if (!isFound) throw problem('not_found');
        return {};
      },
    },
    { GetClient: callers, ExpectPolicies: ['fga'] },
  );
