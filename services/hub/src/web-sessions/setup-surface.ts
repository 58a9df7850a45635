import type { IncomingMessage, ServerResponse } from 'node:http';
import { webSessionCookie } from '@platform/contracts';
import type { RpcClient } from '@platform/kit/grpc';
import {
  checkMediaType,
  parseBody,
  parseJson,
  readBody,
  sendJson,
  setCookie,
  webAppOf,
  webSessionOf,
} from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { methodNotAllowed, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import { z } from 'zod';
import type { OAuthLimits } from '../authorization-server/oauth-limits.ts';
import type { sessionAnswer } from './session-answer.ts';
import type { setupOpening } from './setup-opening.ts';
import type { WebSessions } from './web-sessions.ts';
import { userAgentOf } from './web-request.ts';
import type { WebHost, WebHostOf } from './web-request.ts';

export interface SetupSurfaceOptions {
  hostOf: WebHostOf;
  open: ReturnType<typeof setupOpening>;
  sessions: Pick<WebSessions, 'find'>;
  answerOf: ReturnType<typeof sessionAnswer>;
  links: () => Pick<RpcClient<'platform.directory.v1.SetupLinks'>, 'Renew'>;
  addressOf: (req: IncomingMessage) => string;
  limits: Pick<OAuthLimits, 'address'>;
}

const maxBodyBytes = 1_024;
const LinkRequest = z.strictObject({
  token: z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be the token of a setup link' }),
});

const paths: Readonly<Record<string, string>> = {
  'web/setup-session': 'webSetupSessionCreate',
  'web/setup-session/new-link': 'webSetupLinkRenew',
};

async function tokenIn(req: IncomingMessage): Promise<string> {
  checkMediaType(req, ['application/json']);
  return parseBody(LinkRequest, parseJson(await readBody(req, maxBodyBytes))).token;
}

/**
 * `POST /web/setup-session` opens a setup link, and `/new-link` has a new one sent to its recipient. Both take the token in the body, and
 * only from a script of the setup: another site must not put a browser into a session that it knows.
 */
export function setupSurface(options: SetupSurfaceOptions): Surface {
  const { hostOf, open, sessions, answerOf, links, addressOf, limits } = options;

  async function hostIn(req: IncomingMessage): Promise<Pick<WebHost, 'tenant'>> {
    const headers = limits.address(addressOf(req));
    if (headers) throw problem('rate_limited', { headers });
    const host = await hostOf(req);
    if (webAppOf(req.headers, new URL(host.tenant.issuer).origin) !== 'setup')
      throw problem('caller_not_allowed', { detail: 'Open the link in a browser' });
    return host;
  }

  async function opened(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { tenant } = await hostIn(req);
    const presented = webSessionOf(req.headers, new URL(tenant.issuer).origin);
    const token = await tokenIn(req);
    const sessionId = await open({ tenant }, { token, replaces: presented?.sessionId });
    res.appendHeader(
      'set-cookie',
      setCookie(webSessionCookie('setup'), sessionId, { sameSite: 'strict' }),
    );
    const caller = { tenant, ip: addressOf(req), userAgent: userAgentOf(req) };
    const found = await sessions.find({ ...caller, app: 'setup', sessionId, isBackground: false });
    if (!found) throw problem('token_expired', { detail: 'The session has ended' });
    sendJson(res, 200, JSON.stringify(await answerOf(tenant, found)));
  }

  async function renewed(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { tenant } = await hostIn(req);
    const { recipientMasked } = await links().Renew({
      tenantId: tenant.id,
      token: await tokenIn(req),
    });
    sendJson(res, 202, JSON.stringify({ recipient: recipientMasked }));
  }

  return {
    owns: ({ segments }) => segments.join('/') in paths,
    async handle(req, res, { line: { segments }, requestId }) {
      const path = segments.join('/');
      noteAccess({ operationId: paths[path] });
      res.setHeader('x-request-id', requestId);
      if (req.method !== 'POST') throw methodNotAllowed(req.method, ['POST']);
      await (path === 'web/setup-session' ? opened(req, res) : renewed(req, res));
      if (!req.complete) req.resume();
    },
  };
}
