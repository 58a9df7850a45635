import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { webSessionCookie } from '@platform/contracts';
import { parseCookies } from '@platform/kit/http';
import type { SecretBox } from '@platform/kit/secrets';
import { seeOther } from '../login-pages/frame/send-page.ts';
import { attemptCookie, attemptSeconds } from './sign-in-attempt.ts';
import { signInWish } from './sign-in-wish.ts';
import { requiredAcr, webAppScopes } from './web-app-rules.ts';
import type { WebClient } from './web-client.ts';
import { userAgentOf } from './web-request.ts';
import type { WebHost } from './web-request.ts';
import { sessionHash } from './web-session-store.ts';

export interface SignInVisitOptions {
  client: Pick<WebClient, 'push'>;
  secrets: Pick<SecretBox, 'seal'>;
  addressOf: (req: IncomingMessage) => string;
  /** `platform.web.console-acr`. */
  consoleAcr: string;
}

/** The session that the browser has, if any: the sign-in replaces it. */
function presentSession(req: IncomingMessage, app: 'console' | 'account'): string | undefined {
  const id = parseCookies(req.headers.cookie).get(webSessionCookie(app));
  return id === undefined ? undefined : sessionHash(id).toString('base64url');
}

/** `/web/sign-in`: sends the browser to the issuer. */
export const signInVisit =
  ({ client, secrets, addressOf, consoleAcr }: SignInVisitOptions) =>
  async (
    req: IncomingMessage,
    res: ServerResponse,
    { tenant }: Pick<WebHost, 'tenant'>,
    query: URLSearchParams,
  ): Promise<void> => {
    const { app, returnTo, acr: askedAcr, maxAgeSeconds } = signInWish(query);
    const acr = requiredAcr(app, askedAcr, consoleAcr);
    const state = randomBytes(32).toString('base64url');
    const { url, attempt } = await client.push(
      { tenant, ip: addressOf(req), userAgent: userAgentOf(req) },
      { scopes: webAppScopes[app], state, acr, maxAgeSeconds },
    );
    const cookie = attemptCookie(secrets, tenant.id, {
      ...attempt,
      app,
      returnTo,
      acr,
      maxAgeSeconds,
      replaces: presentSession(req, app),
      expiresAt: Date.now() + attemptSeconds * 1_000,
    });
    res.appendHeader('set-cookie', cookie);
    seeOther(res, url);
  };
