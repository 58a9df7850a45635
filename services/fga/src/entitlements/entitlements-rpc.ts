import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { Entitlements } from './entitlements.ts';

/** What a tenant is entitled to, for gateway and hub. */
export const entitlementsRpc = (entitled: Entitlements): RpcMount =>
  serveRpc(
    'platform.fga.v1.Entitlements',
    {
      async Get({ tenantId }) {
        if (!isId('tenant', tenantId))
          throw problem('invalid_parameter', { detail: 'tenant_id must be the id of a tenant' });
        const { revision, entitlements } = await entitled.of(tenantId);
        return {
          revision,
          families: entitlements.map(({ family, entitled: isOn, areas }) => ({
            family,
            entitled: isOn,
            areas,
          })),
        };
      },
    },
    { Get: ['product-api', 'hub'] },
  );
