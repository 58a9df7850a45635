import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { enqueueVerification } from './queue.ts';
import type { StreamLimits } from './receiver-options.ts';
import type { ReceiverRecord } from './receiver-record.ts';

/**
 * Queues a verification event that somebody asks for; the row is locked.
 * @throws 409 unless the receiver is enabled, 429 inside the least interval
 */
export async function requestVerification(
  tx: Tx,
  receiver: ReceiverRecord,
  { issuer, state }: { issuer: string; state?: string | undefined },
  { minVerificationIntervalMs }: Pick<StreamLimits, 'minVerificationIntervalMs'>,
): Promise<ReceiverRecord> {
  if (receiver.status !== 'enabled')
    throw problem('invalid_state', {
      detail: `The receiver is ${receiver.status}; enable it, then verify it`,
    });
  const last = receiver.verificationRequestedAt?.getTime() ?? -Infinity;
  const waitMs = last + minVerificationIntervalMs - (await databaseNow(tx)).getTime();
  if (waitMs > 0)
    throw problem('rate_limited', {
      detail: 'A verification event was requested a moment ago; retry later',
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  return enqueueVerification(tx, receiver, issuer, state);
}
