import type {
  Principal,
  UserSessionResource,
  ownSessionOperations,
  userSessionOperations,
} from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import { prepared } from '@platform/kit/http';
import type { Handlers, RequestContext } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { FindUser } from '../userinfo/users.ts';
import { revokeUserSessions } from './session-revocation.ts';
import type { NotifyLogout } from './session-revocation.ts';
import type { SessionEnd, SessionOwner, UserSessions } from './user-sessions.ts';

const listed = (data: UserSessionResource[]) => ({ data, nextCursor: null, hasMore: false });

const ownerOf = (principal: Principal): SessionOwner => ({
  userId: ownUserId(principal),
  currentSid: principal.sessionId,
});

const endBy = (
  reason: SessionEnd['reason'],
  { request: { clientIp, userAgent } }: Pick<RequestContext, 'request'>,
): SessionEnd => ({ reason, ip: clientIp, userAgent: userAgent ?? null });

/** The handlers of the operations on one's own sessions. */
export const ownSessionHandlers = (
  sessions: UserSessions,
): Handlers<typeof ownSessionOperations> => ({
  meSessionList: async ({ tx, principal }) => listed(await sessions.list(tx, ownerOf(principal))),
  async meSessionEndOthers({ tx, principal, audit, ...context }) {
    const ended = await sessions.endOthers(tx, ownerOf(principal), endBy('requested', context));
    audit({ details: { ended } });
    return { ended };
  },
  async meSessionEnd({ tx, principal, params: { sessionId: id }, ...context }) {
    const by = endBy('requested', context);
    const current = await sessions.end(tx, ownerOf(principal), id, by);
    return { id, deleted: true, current };
  },
});

export interface UserSessionHandlerOptions {
  sessions: UserSessions;
  notifyLogout: NotifyLogout;
  findUser: FindUser;
}

/** The handlers of the operations of administrators on the sessions of a user. */
export function userSessionHandlers({
  sessions,
  notifyLogout,
  findUser,
}: UserSessionHandlerOptions): Handlers<typeof userSessionOperations> {
  async function requireUser({
    principal: { tenantId },
    params: { id },
  }: {
    principal: Principal;
    params: { id: string };
  }): Promise<void> {
    const user = await findUser(tenantId, id).catch((cause: unknown) => {
      throw problem('upstream_unavailable', { detail: 'The user cannot be looked up', cause });
    });
    if (!user) throw problem('not_found');
  }

  return {
    userSessionList: prepared(requireUser, async ({ tx, params: { id } }) =>
      listed(await sessions.list(tx, { userId: id })),
    ),
    userSessionEndAll: prepared(requireUser, async ({ tx, params: { id }, audit }) => {
      const reason = 'administrator';
      const ended = await revokeUserSessions(tx, id, { reason, notifyLogout });
      audit({ details: { ended } });
      return { ended };
    }),
    userSessionEnd: prepared(requireUser, async ({ tx, params: { id, sessionId }, ...context }) => {
      await sessions.end(tx, { userId: id }, sessionId, endBy('administrator', context));
      return { id: sessionId, deleted: true };
    }),
  };
}
