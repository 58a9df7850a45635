import type { Tx } from '@platform/kit/database';
import { databaseNow } from '../database-clock.ts';
import {
  changeAccessRequest,
  findOpenAccessRequest,
  lockAccessRequestsOf,
} from './access-store.ts';
import { hasBundle, publishAccess } from './access-view.ts';

/** Whether a copy of the person's data is being collected. Ignores a collection older than a day. */
export const isCollecting = async (tx: Tx, subjectHash: string): Promise<boolean> =>
  (await findOpenAccessRequest(tx, subjectHash))?.isFresh ?? false;

/**
 * Erases a person from their access requests: cancels open ones and expires files, whose objects
 * are deleted within a minute. Returns the number of requests.
 */
export async function eraseAccessRequests(
  tx: Tx,
  subjectHashes: readonly string[],
): Promise<number> {
  const requests = await lockAccessRequestsOf(tx, subjectHashes);
  const now = await databaseNow(tx);
  for (const request of requests) {
    const erased = { subjectId: null, note: null };
    if (request.state === 'PENDING' || request.state === 'RUNNING') {
      const ended = await changeAccessRequest(tx, request, { ...erased, state: 'CANCELLED' });
      await publishAccess(tx, 'access_request.cancelled', ended);
    } else if (hasBundle(request)) {
      const ended = await changeAccessRequest(tx, request, { ...erased, state: 'EXPIRED' });
      await publishAccess(tx, 'access_request.expired', ended);
    } else await changeAccessRequest(tx, request, { ...erased, bundleExpiresAt: now });
  }
  return requests.filter(({ subjectId }) => subjectId !== null).length;
}
