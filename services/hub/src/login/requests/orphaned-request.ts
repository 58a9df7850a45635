import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database, Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { errors } from 'oidc-provider';
import type { Interaction, Provider } from 'oidc-provider';
import { deleteLoginSession, findLoginSession } from '../flow/login-session-store.ts';

/** A request that began in a session which has ended; undefined where another person has taken that session over. */
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

/** What was proven in a session goes with it: whoever began a login there must not end it with that. */
async function forgetSessionFactors(tx: Tx, uid: string): Promise<void> {
  const row = await findLoginSession(tx, uid);
  if (row?.state.factors?.some(({ fromSession }) => fromSession)) await deleteLoginSession(tx, uid);
}

/**
 * Finds the request that a browser shows the cookie of. One whose session has ended goes on without: a user who is asked to sign
 * in again may reset the password on the way, and that ends every session. @throws 404 where there is none
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
