import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { FindHost } from '../domains/host-lookup.ts';
import { readAsset } from './asset-content.ts';
import type { ResolveLogin } from './resolve-login.ts';

/** What {@link loginExperienceRpc} needs. */
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

      async ResolveHost({ host }) {
        const found = await findHost(host);
        if (!found) throw problem('not_found');
        return found;
      },

      async GetAsset({ tenantId, sha256 }, call) {
        const asset = await rpcRunner.read(call, tenantId, (tx) => readAsset(tx, sha256));
        if (!asset) throw problem('not_found');
        return asset;
      },
    },
    loginExperienceCallers,
  );
