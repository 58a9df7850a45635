import { isId, webApps } from '@platform/contracts';
import type { TenantLookup } from '@platform/kit/auth';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { WebSessions } from '../web-sessions/web-sessions.ts';

/** Gives the gateway the access tokens of web sessions. */
export const webSessionsRpc = ({
  sessions,
  tenants,
}: {
  sessions: Pick<WebSessions, 'find'>;
  tenants: Pick<TenantLookup, 'byId'>;
}): RpcMount =>
  serveRpc(
    'platform.hub.v1.WebSessions',
    {
      async Exchange({ tenantId, app: named, sessionId, background, clientIp, userAgent }) {
        const app = webApps.find((one) => one === named);
        const tenant = isId('tenant', tenantId) ? await tenants.byId(tenantId) : null;
        if (app === undefined || !tenant) throw problem('not_found');
        const found = await sessions.find({
          tenant,
          app,
          sessionId,
          isBackground: background,
          ip: clientIp,
          userAgent,
        });
        if (!found)
          throw problem('not_found', { detail: 'The session does not exist or has ended' });
        return { accessToken: found.tokens.accessToken };
      },
    },
    { Exchange: ['product-api'] },
  );
