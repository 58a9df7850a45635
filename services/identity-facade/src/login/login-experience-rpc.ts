import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { found } from '@platform/kit/problem';
import type { FindHost } from '../domains/host-lookup.ts';
import { readAsset } from './asset-content.ts';
import type { ResolveLogin } from './resolve-login.ts';

export interface LoginExperienceRpcOptions {
  rpcRunner: Pick<RpcRunner, 'read'>;
  findHost: FindHost;
  resolveLogin: ResolveLogin;
}

/** Who may call it. */
export const loginExperienceCallers = {
  ResolveLogin: ['hub'],
  ResolveHost: ['hub'],
  GetAsset: ['hub'],
};

/** What the hub needs to show a login. */
export const loginExperienceRpc = ({
  rpcRunner,
  findHost,
  resolveLogin,
}: LoginExperienceRpcOptions): RpcMount =>
  serveRpc(
    'platform.identity.v1.LoginExperience',
    {
      ResolveLogin: (question, call) =>
        rpcRunner.read(call, question.tenantId, (tx) => resolveLogin(tx, question)),

      ResolveHost: async ({ host }) => found(await findHost(host)),

      GetAsset: async ({ tenantId, sha256 }, call) =>
        found(await rpcRunner.read(call, tenantId, (tx) => readAsset(tx, sha256))),
    },
    loginExperienceCallers,
  );
