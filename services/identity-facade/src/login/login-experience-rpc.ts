import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { found } from '@platform/kit/problem';
import type { Tx } from '@platform/kit/database';
import type { FindHost } from '../domains/host-lookup.ts';
import { imageContent } from '../assets/copied-images.ts';
import { themeCss } from '../branding/stored-branding.ts';
import type { ResolveLogin } from './resolve-login.ts';

/** A file that the hub serves under its digest. */
interface AssetContent {
  contentType: string;
  content: Buffer;
}

/** A style sheet or an image of the tenant. */
async function readAsset(tx: Tx, sha256: string): Promise<AssetContent | undefined> {
  const image = await imageContent(tx, sha256);
  if (image) return { contentType: image.mediaType, content: image.content };
  const css = await themeCss(tx, sha256);
  return css === undefined
    ? undefined
    : { contentType: 'text/css; charset=utf-8', content: Buffer.from(css) };
}

/** Services that may call each method. */
export const loginExperienceCallers = {
  ResolveLogin: ['hub'],
  ResolveHost: ['hub'],
  GetAsset: ['hub'],
};

/** The login experience, for the hub. */
export const loginExperienceRpc = ({
  rpcRunner,
  findHost,
  resolveLogin,
}: {
  rpcRunner: Pick<RpcRunner, 'read'>;
  findHost: FindHost;
  resolveLogin: ResolveLogin;
}): RpcMount =>
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
