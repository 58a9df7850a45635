import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { enqueueVerification } from './queue.ts';
import type { StreamLimits } from './receiver-options.ts';
import type { ReceiverRecord } from './receiver-store.ts';

/**
 * Queues a requested verification event; the row is locked. Events that the platform sends on its
 * own do not count against the interval, so that the first request succeeds.
 * @throws 429 within the minimum interval
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
