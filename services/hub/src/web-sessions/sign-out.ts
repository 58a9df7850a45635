import { webClientId } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { deleteGrantArtifacts } from '../grants/artifacts.ts';
import { takeSessionOfSid } from '../grants/grants.ts';
import type { SessionPayload } from '../grants/grants.ts';
import type { EventOrigin } from '../sessions/session-events.ts';
import { endSessionTokens } from '../sessions/session-revocation.ts';
import type { PresentedSession } from './web-sessions.ts';
import { deleteWebSessionsOfSid, findWebSession, sessionHash } from './web-session-store.ts';
import type { WebSessionRecord } from './web-session-store.ts';

export interface SignOutOptions {
  db: Pick<Database, 'transact'>;
  /** Ends what came of a session at the issuer, and tells its clients. */
  onSignOut: (
    tx: Tx,
    session: SessionPayload,
    caller: EventOrigin & { clientId?: string | undefined },
  ) => Promise<void>;
}

/** Ends the tokens of a session whose session at the issuer is gone. */
const endTokens = (tx: Tx, { sid }: Pick<WebSessionRecord, 'sid'>): Promise<void> =>
  endSessionTokens(tx, { authorizations: { [webClientId]: { sid } } });

/**
 * Signs a user out: ends the session at the issuer, so that nobody who uses the browser next is signed in without a password, and with
 * it the sessions of every web application that came of it. Their tokens are cut off, which reaches the other tabs at their next
 * request.
 */
export const signOut =
  ({ db, onSignOut }: SignOutOptions) =>
  ({ tenant, app, sessionId, ip, userAgent }: PresentedSession): Promise<void> => {
    const context = { tenantId: tenant.id, actor: { type: 'system', id: 'hub' } } as const;
    return db.transact(context, async (tx) => {
      const found = await findWebSession(tx, { app, idHash: sessionHash(sessionId) });
      if (!found) return;
      const { userId, sid } = found;
      await deleteWebSessionsOfSid(tx, sid);
      const session = await takeSessionOfSid(tx, { userId, clientId: webClientId, sid });
      if (!session) return endTokens(tx, found);
      const grantId = session.authorizations?.[webClientId]?.grantId;
      if (grantId !== undefined) await deleteGrantArtifacts(tx, grantId);
      await onSignOut(tx, session, { ip, userAgent, clientId: webClientId });
    });
  };
