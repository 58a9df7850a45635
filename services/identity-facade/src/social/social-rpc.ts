import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { BeginSocialSignIn } from './begin-sign-in.ts';
import type { CompleteSocialSignIn } from './complete-sign-in.ts';

export interface SocialRpcOptions {
  begin: BeginSocialSignIn;
  complete: CompleteSocialSignIn;
}

/** Who may call it. */
export const socialCallers = { Begin: ['hub'], Complete: ['hub'] };

/** Sign-in at social providers, for the hub that runs logins. */
export const socialRpc = ({ begin, complete }: SocialRpcOptions): RpcMount =>
  serveRpc(
    'platform.identity.v1.Social',
    {
      Begin: ({ tenantId, ...order }, call) => begin(rpcContext(call, tenantId), order),
      Complete: ({ tenantId, ...answer }, call) => complete(rpcContext(call, tenantId), answer),
    },
    socialCallers,
  );
