import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebApp } from '@platform/contracts';
import { webApps } from '@platform/contracts';
import { page } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { methodNotAllowed, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { newNonce } from '@platform/pages';
import { seeOther, sendPage } from '../login-pages/frame/send-page.ts';
import type { TenantFrames } from '../login-pages/frame/tenant-frame.ts';
import type { WebHostOf } from '../web-sessions/web-request.ts';
import { shellHtml } from './shell.ts';
import { entryNamed } from './web-build.ts';
import type { WebBuild } from './web-build.ts';
import { shellHeaders } from './web-policy.ts';

export interface FileSurfaceOptions {
  build: WebBuild;
  hostOf: WebHostOf;
  frames: Pick<TenantFrames, 'ofTenant'>;
}

function requireRead({ method }: IncomingMessage): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, ['GET', 'HEAD']);
}

/** The files of the web applications. Their names change with their content. */
export const assetSurface = ({ build }: Pick<FileSurfaceOptions, 'build'>): Surface => ({
  owns: ({ segments }) => segments[0] === 'web' && segments[1] === 'assets',
  handle(req, res) {
    noteAccess({ operationId: 'webAsset' });
    requireRead(req);
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const found = build.assets.find(path, req.headers['accept-encoding'] as string | undefined);
    if (!found) throw problem('not_found');
    res.writeHead(200, { ...found.headers, 'cross-origin-resource-policy': 'same-origin' });
    res.end(req.method === 'HEAD' ? undefined : found.body);
  },
});

const appIn = (build: WebBuild, [first]: readonly string[]): WebApp | undefined =>
  webApps.find((app) => app === first && entryNamed(build, app) !== undefined);

/** The shells of the web applications, at every path below `/console`, `/account` and `/setup`. */
export function shellSurface({ build, hostOf, frames }: FileSurfaceOptions): Surface {
  async function show(req: IncomingMessage, res: ServerResponse, app: WebApp): Promise<void> {
    const { tenant, isElsewhere } = await hostOf(req);
    if (isElsewhere) return seeOther(res, new URL(req.url ?? '/', tenant.issuer).href);
    const { host = '', cookie, 'accept-language': acceptLanguage } = req.headers;
    const frame = await frames.ofTenant({ tenantId: tenant.id, host, cookie, acceptLanguage });
    const nonce = newNonce();
    const html = shellHtml(entryNamed(build, app)!, frame, nonce, app);
    const headers = shellHeaders(new URL(tenant.issuer).origin, nonce);
    sendPage(res, page(html, { headers }));
  }

  return {
    owns: ({ segments }) => appIn(build, segments) !== undefined,
    async handle(req, res, { line: { segments }, requestId }) {
      noteAccess({ operationId: 'webShell' });
      res.setHeader('x-request-id', requestId);
      requireRead(req);
      await show(req, res, appIn(build, segments)!);
    },
  };
}
