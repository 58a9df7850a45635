import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** A setup link in the fake directory. Its token opens it once. */
export interface TestSetupLink {
  linkId: string;
  organizationId: string;
  intents: string[];
  isRevoked?: boolean;
}

/** The setup links in the fake directory. */
export interface TestSetupLinks {
  /** By tenant and token. */
  readonly byToken: Map<string, TestSetupLink & { isSpent?: boolean }>;
  /** Tokens for which a new link was requested, in order. */
  readonly renewed: string[];
}

/** Serves setup links as the directory does. */
export function serveSetupLinks({ byToken, renewed }: TestSetupLinks, check: () => void): RpcMount {
  const linkOf = (tenantId: string, token: string) => {
    const link = byToken.get(`${tenantId} ${token}`);
    if (!link) throw problem('not_found');
    return link;
  };
  return serveRpc(
    'platform.directory.v1.SetupLinks',
    {
      async Open({ tenantId, token }, call) {
        check();
        rpcContext(call, tenantId);
        const link = linkOf(tenantId, token);
        if (link.isSpent)
          throw problem('invalid_state', {
            detail: 'The link was already used',
            members: { mayRenew: true },
          });
        link.isSpent = true;
        return link;
      },
      async Get({ tenantId, linkId }) {
        check();
        const link = [...byToken].find(
          ([key, one]) => key.startsWith(tenantId) && one.linkId === linkId,
        )?.[1];
        if (!link || link.isRevoked) throw problem('not_found');
        return link;
      },
      async Renew({ tenantId, token }) {
        check();
        linkOf(tenantId, token);
        renewed.push(token);
        return { recipientMasked: 'i***@example.com' };
      },
    },
    { Open: ['hub'], Get: ['hub'], Renew: ['hub'] },
  );
}
