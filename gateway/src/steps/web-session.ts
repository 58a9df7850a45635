import { defaultTenantId } from '@platform/contracts';
import { RevokedToken } from '@platform/kit/auth';
import { webSessionOf } from '@platform/kit/http';
import { asProblem, problem } from '@platform/kit/problem';
import { withoutCors } from '../cors.ts';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';
import { webSessionKey } from '../web-sessions.ts';
import type { PresentedWebSession } from '../web-sessions.ts';

const longestUserAgent = 512;

/**
 * Replaces the session cookie of a web application with the access token that the hub keeps for it. Requests that do not meet all
 * conditions of `webSessionOf` pass as if they had no cookie.
 */
export function readWebSession({
  hosts,
  trust,
  webSessions,
  metrics,
}: GatewayContext): ExchangeStep {
  const results = metrics.counter('gateway_web_sessions_total');

  /** The tenant whose issuer has this host. */
  async function tenantIdAt(host: string | undefined, issuer: string): Promise<string | undefined> {
    const label = hosts.labelOf(host);
    if (label !== undefined) return (await trust.tenants.bySlug(label))?.id;
    return host === new URL(issuer).host ? defaultTenantId : undefined;
  }

  async function presentedIn({
    headers,
    clientIp,
  }: Exchange): Promise<PresentedWebSession | undefined> {
    const issuer = hosts.issuerOf(headers.host);
    const session = webSessionOf(headers, new URL(issuer).origin);
    const tenantId = session && (await tenantIdAt(headers.host, issuer));
    if (!session || tenantId === undefined) return undefined;
    const userAgent = (headers['user-agent'] ?? '').slice(0, longestUserAgent);
    return { ...session, tenantId, clientIp, userAgent };
  }

  async function isRevoked(token: string): Promise<boolean> {
    try {
      await trust.verifyBearer(`Bearer ${token}`);
      return false;
    } catch (error) {
      return asProblem(error).details.cause instanceof RevokedToken;
    }
  }

  /** A token that was revoked may belong to a session that goes on: the hub knows, and has refreshed it if so. */
  async function currentToken(presented: PresentedWebSession): Promise<string | undefined> {
    const token = await webSessions.tokenOf(presented);
    if (token === undefined || !(await isRevoked(token))) return token;
    webSessions.drop(presented);
    return webSessions.tokenOf(presented);
  }

  return async (x) => {
    if (x.headers.cookie === undefined) return;
    const presented = await presentedIn(x);
    if (!presented) return;
    withoutCors(x);
    const token = await currentToken(presented);
    results.inc({ result: token === undefined ? 'ended' : 'ok' });
    if (token === undefined)
      throw problem('token_expired', {
        detail: 'The session has ended; sign in again to continue',
      });
    x.webSession = webSessionKey(presented);
    x.headers.authorization = `Bearer ${token}`;
  };
}
