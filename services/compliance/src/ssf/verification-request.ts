import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { enqueueVerification } from './queue.ts';
import type { StreamLimits } from './receiver-options.ts';
import type { ReceiverRecord } from './receiver-store.ts';

/**
 * Queues a verification event that somebody asks for; the row is locked. What the platform sends by itself does not count
 * against the interval: who asks for the first time is answered.
 * @throws 429 inside the least interval
 */
export async function requestVerification(
  tx: Tx,
  receiver: ReceiverRecord,
  { issuer, state }: { issuer: string; state?: string | undefined },
  { minVerificationIntervalMs }: Pick<StreamLimits, 'minVerificationIntervalMs'>,
): Promise<ReceiverRecord> {
  const last = receiver.verificationAskedAt?.getTime() ?? -Infinity;
  const waitMs = last + minVerificationIntervalMs - (await databaseNow(tx)).getTime();
  if (waitMs > 0)
    throw problem('rate_limited', {
      detail: 'A verification event was requested a moment ago; retry later',
      headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
    });
  return enqueueVerification(tx, receiver, issuer, { state });
}
