import { rpcContext, serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import type { BeginSocialSignIn } from './begin-sign-in.ts';
import type { CompleteSocialSignIn } from './complete-sign-in.ts';

/** Services that may call each method. */
export const socialCallers = { Begin: ['hub'], Complete: ['hub'] };

/** Sign-in at social providers, for the hub. */
export const socialRpc = ({
  begin,
  complete,
}: {
  begin: BeginSocialSignIn;
  complete: CompleteSocialSignIn;
}): RpcMount =>
  serveRpc(
    'platform.identity.v1.Social',
    {
      Begin: ({ tenantId, ...order }, call) => begin(rpcContext(call, tenantId), order),
      Complete: ({ tenantId, ...answer }, call) => complete(rpcContext(call, tenantId), answer),
    },
    socialCallers,
  );
