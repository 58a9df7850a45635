import type { Tx } from '@platform/kit/database';
import { deleteOrganizationArtifacts, deleteUserArtifacts } from '../grants/grants.ts';
import type { SessionPayload } from '../grants/grants.ts';
import { cutOff } from '../token-cutoffs/cut-off.ts';
import { publishSessionEvent } from './session-events.ts';

/** Tells the clients of a session that it has ended. */
export type NotifyLogout = (tx: Tx, session: SessionPayload) => Promise<void>;

/** Above the longest life of an access token. */
const longestTokenSeconds = 3_600;

/**
 * Ends the access tokens of a session that are not for offline access. No later sign-in gets a `sid` of an ended session, so the cut-off
 * lies ahead: it also reaches a token that is issued at this moment, for a code that was redeemed just before.
 */
export async function endSessionTokens(
  tx: Tx,
  { authorizations = {} }: Pick<SessionPayload, 'authorizations'>,
): Promise<void> {
  const notBefore = Math.floor(Date.now() / 1000) + longestTokenSeconds;
  for (const { sid } of Object.values(authorizations))
    if (sid !== undefined) await cutOff(tx, { kind: 'session', id: sid, notBefore });
}

/** Why the sessions of a user end; with `before` only those that began until then. */
export interface Revocation {
  reason: string;
  notifyLogout: NotifyLogout;
  before?: Date | undefined;
}

/**
 * Ends every session, grant, code and refresh token of a user, and cuts the access tokens off. Publishes
 * `user.sessions_revoked` where there was a session. Returns how many sessions there were.
 */
export async function revokeUserSessions(
  tx: Tx,
  userId: string,
  { reason, notifyLogout, before }: Revocation,
): Promise<number> {
  const sessions = await deleteUserArtifacts(tx, userId, before);
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
 * Ends the sessions that were signed in to an organization, and what came of them. Publishes `user.sessions_revoked` for each user.
 * Access tokens for offline access live on for minutes and name an organization that does not exist.
 */
export async function revokeOrganization(
  tx: Tx,
  organizationId: string,
  { reason, notifyLogout }: Omit<Revocation, 'before'>,
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
