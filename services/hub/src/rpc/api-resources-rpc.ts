import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { describeApi } from '../api-resources/published-apis.ts';

/** The tenants' own APIs, as siblings need to know them. */
export const apiResourcesRpc = (rpcRunner: RpcRunner): RpcMount =>
  serveRpc(
    'platform.hub.v1.ApiResources',
    {
      async Get({ tenantId, id }, call) {
        const api =
          isId('tenant', tenantId) && isId('apiResource', id)
            ? await rpcRunner.read(call, tenantId, (tx) => describeApi(tx, id))
            : undefined;
        return api ? { found: true, ...api } : { found: false };
      },
    },
    { Get: ['fga'] },
  );
