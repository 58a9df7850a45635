import type { IncomingMessage, ServerResponse } from 'node:http';
import { webSessionCookie } from '@platform/contracts';
import { deleteCookie, sendJson, webSessionOf } from '@platform/kit/http';
import type { Surface } from '@platform/kit/http';
import { methodNotAllowed, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { OAuthLimits } from '../authorization-server/oauth-limits.ts';
import type { sessionAnswer } from './session-answer.ts';
import type { signOut } from './sign-out.ts';
import type { PresentedSession, WebSessions } from './web-sessions.ts';
import { signInApps } from './web-app-rules.ts';
import { userAgentOf } from './web-request.ts';
import type { WebHostOf } from './web-request.ts';

export interface SessionSurfaceOptions {
  hostOf: WebHostOf;
  sessions: WebSessions;
  answerOf: ReturnType<typeof sessionAnswer>;
  signOut: ReturnType<typeof signOut>;
  addressOf: (req: IncomingMessage) => string;
  limits: Pick<OAuthLimits, 'address'>;
}

/** What a path below `/web` does with the session of the request. */
interface SessionAction {
  operationId: string;
  method: string;
  run: (
    options: SessionSurfaceOptions,
    res: ServerResponse,
    presented: PresentedSession,
  ) => Promise<void>;
}

const ended = () =>
  problem('token_expired', { detail: 'The session has ended; sign in again to continue' });

async function answer(
  { answerOf }: SessionSurfaceOptions,
  res: ServerResponse,
  { tenant }: PresentedSession,
  found: Awaited<ReturnType<WebSessions['find']>>,
): Promise<void> {
  if (!found) throw ended();
  sendJson(res, 200, JSON.stringify(await answerOf(tenant, found)));
}

const actions: Readonly<Record<string, SessionAction>> = {
  'web/session': {
    operationId: 'webSessionGet',
    method: 'GET',
    run: async (options, res, presented) =>
      answer(options, res, presented, await options.sessions.find(presented)),
  },
  'web/session/refresh': {
    operationId: 'webSessionRefresh',
    method: 'POST',
    run: async (options, res, presented) =>
      answer(options, res, presented, await options.sessions.refresh(presented)),
  },
  'web/sign-out': {
    operationId: 'webSignOut',
    method: 'POST',
    async run(options, res, presented) {
      await options.signOut(presented);
      const apps = presented.app === 'setup' ? (['setup'] as const) : signInApps;
      for (const app of apps)
        res.appendHeader('set-cookie', deleteCookie(webSessionCookie(app), { sameSite: 'strict' }));
      res.writeHead(204, { 'cache-control': 'no-store' }).end();
    },
  },
};

/**
 * What the web applications ask the hub about their session. As at the gateway, the cookie counts only in a request that another site
 * cannot send.
 */
export function sessionSurface(options: SessionSurfaceOptions): Surface {
  const { hostOf, addressOf, limits } = options;

  async function presentedIn(req: IncomingMessage): Promise<PresentedSession> {
    const ip = addressOf(req);
    // Not against the tenant: applications ask often, and must not use up the limit of its token endpoint.
    const headers = limits.address(ip);
    if (headers) throw problem('rate_limited', { headers });
    const { tenant } = await hostOf(req);
    const session = webSessionOf(req.headers, new URL(tenant.issuer).origin);
    if (!session)
      throw problem('token_missing', { detail: 'A session of a web application is required' });
    return { tenant, ip, userAgent: userAgentOf(req), ...session };
  }

  return {
    owns: ({ segments }) => segments.join('/') in actions,
    async handle(req, res, { line: { segments }, requestId }) {
      const action = actions[segments.join('/')]!;
      noteAccess({ operationId: action.operationId });
      res.setHeader('x-request-id', requestId);
      if (req.method !== action.method) throw methodNotAllowed(req.method, [action.method]);
      await action.run(options, res, await presentedIn(req));
      if (!req.complete) req.resume();
    },
  };
}
