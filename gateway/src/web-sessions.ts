import { createHash } from 'node:crypto';
import { asyncCache } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { WebSessionRequest } from '@platform/kit/http';
import { asProblem } from '@platform/kit/problem';

/** A session of a web application that a request presents at a tenant's host. */
export interface PresentedWebSession extends WebSessionRequest {
  tenantId: string;
  clientIp: string;
  userAgent: string;
}

/** Access tokens of web sessions, as the hub keeps them. */
export interface WebSessions {
  /** Finds the access token of a session; undefined if the session has ended. @throws 503 if the hub does not respond */
  tokenOf(presented: PresentedWebSession): Promise<string | undefined>;
  /** Forgets the token of a session, because it was revoked. */
  drop(presented: PresentedWebSession): void;
}

const keptMs = 30_000;

/** Names a session without its id. */
export const webSessionKey = ({
  tenantId,
  app,
  sessionId,
}: Pick<PresentedWebSession, 'tenantId' | 'app' | 'sessionId'>): string =>
  `${tenantId} ${app} ${createHash('sha256').update(sessionId).digest('base64url')}`;

/**
 * Asks the hub, and keeps the answer for half a minute. Requests that the user did not cause have an answer of their own: otherwise
 * they would renew it again and again, and the hub would never see that the user is there.
 */
export function webSessions({ hub }: { hub: () => RpcPeer }): WebSessions {
  async function fetch({ isBackground, ...presented }: PresentedWebSession) {
    try {
      const { accessToken } = await hub()
        .service('platform.hub.v1.WebSessions')
        .Exchange(
          { ...presented, background: isBackground },
          { deadlineMs: 8_000, repeatable: true },
        );
      return accessToken;
    } catch (error) {
      if (asProblem(error).code === 'not_found') return undefined;
      throw error;
    }
  }
  const known = asyncCache({
    fetch,
    keyOf: (presented: PresentedWebSession) =>
      `${webSessionKey(presented)}${presented.isBackground ? ' background' : ''}`,
    tagsOf: (presented) => [webSessionKey(presented)],
    ttlMs: (token) => (token === undefined ? 0 : keptMs),
  });
  return {
    tokenOf: async (presented) => known.get(presented),
    drop: (presented) => known.invalidate(webSessionKey(presented)),
  };
}
