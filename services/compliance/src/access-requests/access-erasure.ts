import type { Tx } from '@platform/kit/database';
import { changeAccessRequest } from './access-requests.ts';
import { findOpenAccessRequest, lockAccessRequestsOf } from './access-store.ts';
import { hasBundle, publishAccess } from './access-view.ts';

/** Is a copy of the person's data being collected? One that hangs for a day is not waited for. */
export const isCollecting = async (tx: Tx, subjectHash: string): Promise<boolean> =>
  (await findOpenAccessRequest(tx, subjectHash))?.isFresh ?? false;

/**
 * Takes a person out of their access requests: what is open is cancelled, files cannot be downloaded any more and are deleted
 * within a minute. Answers how many requests there were.
 */
export async function eraseAccessRequests(
  tx: Tx,
  subjectHashes: readonly string[],
): Promise<number> {
  const requests = await lockAccessRequestsOf(tx, subjectHashes);
  for (const request of requests) {
    const erased = { subjectId: null, note: null };
    if (request.state === 'PENDING' || request.state === 'RUNNING') {
      const ended = await changeAccessRequest(tx, request, { ...erased, state: 'CANCELLED' });
      await publishAccess(tx, 'access_request.cancelled', ended);
    } else if (hasBundle(request)) {
      const ended = await changeAccessRequest(tx, request, { ...erased, state: 'EXPIRED' });
      await publishAccess(tx, 'access_request.expired', ended);
    } else await changeAccessRequest(tx, request, erased);
  }
  return requests.filter(({ subjectId }) => subjectId !== null).length;
}
