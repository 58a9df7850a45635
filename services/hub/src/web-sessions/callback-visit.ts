import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { webSessionCookie } from '@platform/contracts';
import type { AccessClaims } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { setCookie } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { seeOther } from '../login-pages/frame/send-page.ts';
import { satisfiedBy } from '../sessions/assurance.ts';
import { attemptIn, spentAttemptCookie } from './sign-in-attempt.ts';
import type { WebSignInAttempt } from './sign-in-attempt.ts';
import { webAppLifetimes } from './web-app-rules.ts';
import type { WebClient } from './web-client.ts';
import { userAgentOf } from './web-request.ts';
import type { WebHost } from './web-request.ts';
import { deleteWebSession, insertWebSession, sessionHash } from './web-session-store.ts';
import { sealTokens, webTokens } from './web-tokens.ts';
import type { WebTokens } from './web-tokens.ts';

export interface CallbackVisitOptions {
  db: Pick<Database, 'transact'>;
  client: Pick<WebClient, 'redeem'>;
  secrets: Pick<SecretBox, 'seal' | 'open'>;
  addressOf: (req: IncomingMessage) => string;
}

/** The clocks of pods differ by a few seconds, and people need some to come back from the sign-in. */
const ageLeewaySeconds = 60;

/** Checks that the issuer did what it was asked for: `acr_values` and `max_age` are no more than wishes to it. */
function checkSignIn(claims: AccessClaims, { acr, maxAgeSeconds }: WebSignInAttempt): void {
  const reached = typeof claims['acr'] === 'string' ? claims['acr'] : undefined;
  if (acr !== undefined && !satisfiedBy(reached).includes(acr))
    throw problem('insufficient_user_authentication', {
      detail: `The sign-in must meet ${acr}`,
    });
  const signedInAt = typeof claims['auth_time'] === 'number' ? claims['auth_time'] : -Infinity;
  const age = Date.now() / 1000 - signedInAt;
  if (maxAgeSeconds !== undefined && age > maxAgeSeconds + ageLeewaySeconds)
    throw problem('insufficient_user_authentication', {
      detail: `The sign-in must be at most ${maxAgeSeconds} seconds old`,
    });
}

/** `/web/callback`: redeems the code, and starts a session under a new id. */
export function callbackVisit({ db, client, secrets, addressOf }: CallbackVisitOptions) {
  async function startSession(
    tenantId: string,
    { app, replaces }: WebSignInAttempt,
    tokens: WebTokens,
  ): Promise<string> {
    const { sub: userId, sid } = tokens.claims;
    if (typeof sid !== 'string') throw new Error('an access token of a web session has no sid');
    const id = randomBytes(32).toString('base64url');
    const idHash = sessionHash(id);
    const tokensSealed = sealTokens(secrets, { tenantId, idHash }, tokens);
    const session = { app, idHash, userId, sid, tokensSealed, ...webAppLifetimes[app] };
    await db.transact({ tenantId, actor: { type: 'user', id: userId } }, async (tx) => {
      if (replaces !== undefined)
        await deleteWebSession(tx, { idHash: Buffer.from(replaces, 'base64url') });
      await insertWebSession(tx, session);
    });
    return id;
  }

  return async (
    req: IncomingMessage,
    res: ServerResponse,
    { tenant }: Pick<WebHost, 'tenant'>,
    query: URLSearchParams,
  ): Promise<void> => {
    const state = query.get('state');
    const attempt = attemptIn(secrets, tenant.id, { cookie: req.headers.cookie, state });
    if (!attempt) throw problem('not_found', { detail: 'This browser has no sign-in in progress' });
    res.appendHeader('set-cookie', spentAttemptCookie(attempt.state));
    const caller = { tenant, ip: addressOf(req), userAgent: userAgentOf(req) };
    const tokens = webTokens(await client.redeem(caller, query, attempt));
    checkSignIn(tokens.claims, attempt);
    const id = await startSession(tenant.id, attempt, tokens);
    res.appendHeader(
      'set-cookie',
      setCookie(webSessionCookie(attempt.app), id, { sameSite: 'strict' }),
    );
    seeOther(res, attempt.returnTo);
  };
}
