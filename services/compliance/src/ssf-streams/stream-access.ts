import type { Principal } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { ReceiverRecord } from '../ssf/receivers.ts';
import { existingReceiver, lockedReceiver, setManaged } from '../ssf/receivers.ts';

/** Returns a stream to the client that owns it. @throws 404 for every other client */
export function ownStream(
  { clientId }: Pick<Principal, 'clientId'>,
  receiver: ReceiverRecord,
): ReceiverRecord {
  if (receiver.clientId !== clientId) throw problem('not_found');
  return receiver;
}

const managedBy =
  (find: (tx: Tx, id: string) => Promise<ReceiverRecord>) =>
  async (tx: Tx, principal: Pick<Principal, 'clientId'>, id: string): Promise<ReceiverRecord> => {
    const stream = ownStream(principal, await find(tx, id));
    await setManaged(tx, stream.id);
    return stream;
  };

/** Reads a stream for its receiver. Any call that names the stream restarts its inactivity timeout (SSF 1.0 §8.1.1). */
export const readStream = managedBy(existingReceiver);

/** Like {@link readStream}, and locks the row until commit. */
export const managedStream = managedBy(lockedReceiver);
