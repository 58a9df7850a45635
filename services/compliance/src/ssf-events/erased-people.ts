import type { Tx } from '@platform/kit/database';
import {
  deleteRemovals,
  deleteWithheldTokens,
  listTokensOfSubject,
  lockReceiver,
  releaseToken,
} from '../ssf/receivers.ts';
import { finishTokens } from '../ssf/token-outcome.ts';

/** Deletes withheld tokens of a cancelled erasure: receivers never learn of it. */
export const cancelPurge = async (tx: Tx, userId: string): Promise<void> =>
  void (await deleteWithheldTokens(tx, userId));

/**
 * Releases the tokens that tell receivers of a purged account, and drops older tokens that name the
 * erased person. Returns the receivers.
 */
export async function releasePurge(tx: Tx, userId: string): Promise<string[]> {
  const tokens = await listTokensOfSubject(tx, userId);
  const released: string[] = [];
  for (const { receiverId, jti, isWithheld } of tokens) {
    const receiver = await lockReceiver(tx, receiverId);
    if (!receiver) continue;
    if (isWithheld) {
      await releaseToken(tx, receiverId, jti);
      released.push(receiverId);
    } else {
      await finishTokens(tx, receiver, [jti], {
        state: 'discarded',
        error: 'the person was erased',
      });
    }
  }
  await deleteRemovals(tx, userId);
  return released;
}
