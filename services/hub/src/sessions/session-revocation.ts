import type { Tx } from '@platform/kit/database';
import { deleteOrganizationArtifacts, deleteUserArtifacts } from '../grants/grants.ts';
import type { SessionPayload, UserArtifacts } from '../grants/grants.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { publishSessionEvent } from './session-events.ts';

/** Notifies the clients of a session that it has ended. */
export type NotifyLogout = (tx: Tx, session: SessionPayload) => Promise<void>;

/** An upper bound of the lifetime of access tokens. */
const longestTokenSeconds = 3_600;

/**
 * Ends the access tokens of a session that are not for offline access. The cut-off is in the future, so that it also covers a token that is being
 * issued for a code redeemed just before. That affects no later sign-in, because the `sid` of an ended session is not reused.
 */
export async function endSessionTokens(
  tx: Tx,
  { authorizations = {} }: Pick<SessionPayload, 'authorizations'>,
): Promise<void> {
  const notBefore = Math.floor(Date.now() / 1000) + longestTokenSeconds;
  for (const { sid } of Object.values(authorizations))
    if (sid !== undefined) await cutOff(tx, { kind: 'session', id: sid, notBefore });
}

/** The reason for ending sessions, and which of them end. Default: all. */
export interface Revocation extends UserArtifacts {
  reason: string;
  notifyLogout: NotifyLogout;
}

/**
 * Ends every session, grant, code and refresh token of a user, and cuts off the access tokens. Publishes
 * `user.sessions_revoked` if there was a session. Returns the number of sessions.
 */
export async function revokeUserSessions(
  tx: Tx,
  userId: string,
  { reason, notifyLogout, ...which }: Revocation,
): Promise<number> {
  const sessions = await deleteUserArtifacts(tx, userId, which);
  await cutOff(tx, { kind: 'subject', id: userId });
  for (const session of sessions) await notifyLogout(tx, session);
  if (sessions.length > 0)
    await publishSessionEvent(tx, {
      type: 'user.sessions_revoked',
      userId,
      more: { reason, sessions: sessions.length },
    });
  return sessions.length;
}

/**
 * Ends the sessions that were signed in to an organization, with their grants and tokens. Publishes `user.sessions_revoked` for each user.
 * Access tokens for offline access stay valid until they expire within minutes, with the id of an organization that no longer exists.
 */
export async function revokeOrganization(
  tx: Tx,
  organizationId: string,
  { reason, notifyLogout }: Omit<Revocation, keyof UserArtifacts>,
): Promise<void> {
  const sessions = await deleteOrganizationArtifacts(tx, organizationId);
  const counts = new Map<string, number>();
  for (const session of sessions) {
    await endSessionTokens(tx, session);
    await notifyLogout(tx, session);
    const { accountId } = session;
    if (accountId !== undefined) counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  }
  for (const [userId, count] of counts)
    await publishSessionEvent(tx, {
      type: 'user.sessions_revoked',
      userId,
      organizationId,
      more: { reason, sessions: count },
    });
}
