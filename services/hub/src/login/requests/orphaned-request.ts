import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database, Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { errors } from 'oidc-provider';
import type { Interaction, Provider } from 'oidc-provider';
import { deleteLoginSession, findLoginSession } from '../flow/login-session-store.ts';

/** The browser's request, if the session that it began in has ended. Undefined if the session now belongs to another user. */
async function orphanedRequest(
  provider: Provider,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Interaction | undefined> {
  const { cookies } = provider.createContext(req, res);
  const id = cookies.get(provider.cookieName('interaction'), { signed: true });
  const interaction = id === undefined ? undefined : await provider.Interaction.find(id);
  const uid = interaction?.session?.uid;
  if (uid === undefined || (await provider.Session.findByUid(uid))) return undefined;
  return interaction;
}

/** Factors that were proven in a session end with it, so a login that reuses them must not be completed. */
async function forgetSessionFactors(tx: Tx, uid: string): Promise<void> {
  const row = await findLoginSession(tx, uid);
  if (row?.state.factors?.some(({ fromSession }) => fromSession)) await deleteLoginSession(tx, uid);
}

/**
 * Finds the request of the browser's interaction cookie. If its session has ended, the request continues without it: a user who
 * is asked to sign in again may reset the password on the way, which ends every session. @throws 404 if there is no request
 */
export const interactionFinder =
  (db: Pick<Database, 'transact'>) =>
  async (
    provider: Provider,
    tenantId: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<Interaction> => {
    try {
      return await provider.interactionDetails(req, res);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
    }
    const orphan = await orphanedRequest(provider, req, res);
    if (!orphan) throw problem('not_found');
    await db.transact({ tenantId, actor: { type: 'system', id: 'hub' } }, (tx) =>
      forgetSessionFactors(tx, orphan.uid),
    );
    orphan.session = undefined;
    await orphan.persist();
    return orphan;
  };
