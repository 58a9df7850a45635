import { webClientId } from '@platform/contracts';
import type { UserSessionResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { deleteGrantArtifacts } from '../grants/artifacts.ts';
import { listUserSessions, takeUserSession } from '../grants/grants.ts';
import type { SessionPayload } from '../grants/grants.ts';
import { publishSessionEvent } from './session-events.ts';
import type { EventOrigin } from './session-events.ts';
import { endSessionTokens } from './session-revocation.ts';
import type { NotifyLogout } from './session-revocation.ts';
import { sidsOf, userSession } from './user-session.ts';

const maxSessions = 200;

export interface UserSessionsOptions {
  notifyLogout: NotifyLogout;
  /** The sessions of the web applications. */
  webSessions: {
    uses(tx: Tx, userId: string): Promise<ReadonlyMap<string, Date>>;
    /** Ends those of one session at the issuer. */
    end(tx: Tx, sid: string): Promise<unknown>;
  };
  /** Lifetime of a session whose login flow sets none. */
  defaultSeconds: number;
}

/** Whose sessions a request is about. */
export interface SessionOwner {
  userId: string;
  /** The `sid` of the request, if it is the user's own. */
  currentSid?: string | undefined;
}

/** Who ends sessions, and from where. */
export interface SessionEnd extends EventOrigin {
  reason: 'requested' | 'administrator';
}

/** Lists and ends single sessions of a user. */
export function userSessions({ notifyLogout, webSessions, defaultSeconds }: UserSessionsOptions) {
  async function list(
    tx: Tx,
    { userId, currentSid }: SessionOwner,
  ): Promise<UserSessionResource[]> {
    const webUses = await webSessions.uses(tx, userId);
    const rows = await listUserSessions(tx, userId, maxSessions);
    return rows
      .map(({ payload, refreshedAt }) =>
        userSession(payload, { refreshedAt, webUses, currentSid, defaultSeconds }),
      )
      .sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
  }

  /** Ends the tokens of a session, the web applications that it signed in to, and notifies its other clients. */
  async function finish(tx: Tx, session: SessionPayload): Promise<void> {
    for (const sid of sidsOf(session)) await webSessions.end(tx, sid);
    const grantId = session.authorizations?.[webClientId]?.grantId;
    if (grantId !== undefined) await deleteGrantArtifacts(tx, grantId);
    await endSessionTokens(tx, session);
    await notifyLogout(tx, session);
  }

  const publish = (
    tx: Tx,
    userId: string,
    { reason, ...origin }: SessionEnd,
    more: { sessions: number; sessionId?: string },
  ): Promise<void> => {
    const { sessionId, sessions } = more;
    return publishSessionEvent(tx, {
      type: 'user.sessions_revoked',
      userId,
      sessionId: sessionId ?? null,
      ...origin,
      more: { reason, sessions },
    });
  };

  return {
    list,

    /** Ends one session. Returns whether it is that of the request. @throws 404 */
    async end(
      tx: Tx,
      { userId, currentSid }: SessionOwner,
      uid: string,
      by: SessionEnd,
    ): Promise<boolean> {
      const session = await takeUserSession(tx, { userId, uid });
      if (!session) throw problem('not_found', { detail: 'The session was not found or has ended' });
      await finish(tx, session);
      await publish(tx, userId, by, { sessions: 1, sessionId: uid });
      return currentSid !== undefined && sidsOf(session).includes(currentSid);
    },

    /** Ends all sessions except that of the request. Returns their number. */
    async endOthers(tx: Tx, owner: SessionOwner, by: SessionEnd): Promise<number> {
      const { userId } = owner;
      const others = (await list(tx, owner)).filter(({ current }) => !current);
      let sessions = 0;
      for (const { id } of others) {
        const session = await takeUserSession(tx, { userId, uid: id });
        if (!session) continue;
        await finish(tx, session);
        sessions += 1;
      }
      if (sessions > 0) await publish(tx, userId, by, { sessions });
      return sessions;
    },
  };
}

/** See {@link userSessions}. */
export type UserSessions = ReturnType<typeof userSessions>;
