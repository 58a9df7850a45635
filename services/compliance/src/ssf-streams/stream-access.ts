import type { Principal } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { ReceiverRecord } from '../ssf/receiver-record.ts';

/** A stream, for the client that it belongs to; to every other client it does not exist. @throws 404 */
export function ownStream(
  { clientId }: Pick<Principal, 'clientId'>,
  receiver: ReceiverRecord,
): ReceiverRecord {
  if (receiver.clientId !== clientId) throw problem('not_found');
  return receiver;
}
