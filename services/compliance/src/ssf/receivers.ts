import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { ReceiverRecord } from './receiver-record.ts';
import { findReceiver, lockReceiver } from './receiver-store.ts';

export {
  deleteReceiver,
  listOpenReceivers,
  listReceiversOfClient,
  lockReceiver,
  lockReceivers,
  setManaged,
  setPolled,
  updateStream,
} from './receiver-store.ts';
export {
  deleteRemovals,
  deleteRemovedSubject,
  insertRemovedSubject,
  listReceiversWithout,
} from './subject-store.ts';
export type { StreamChange } from './receiver-store.ts';
export {
  countAttempt,
  deleteWithheldTokens,
  listPendingTokens,
  listTokensOfSubject,
  recordFailedAttempt,
  releaseToken,
} from './token-store.ts';

function orNotFound(found: ReceiverRecord | undefined): ReceiverRecord {
  if (!found) throw problem('not_found');
  return found;
}

/** A receiver of the tenant. @throws 404 */
export const existingReceiver = async (tx: Tx, id: string): Promise<ReceiverRecord> =>
  orNotFound(isId('ssfReceiver', id) ? await findReceiver(tx, id) : undefined);

/** The same, its row locked until commit. @throws 404 */
export const lockedReceiver = async (tx: Tx, id: string): Promise<ReceiverRecord> =>
  orNotFound(isId('ssfReceiver', id) ? await lockReceiver(tx, id) : undefined);
