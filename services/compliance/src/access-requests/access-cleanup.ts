import type { Database, Tx } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import type { ObjectStores } from '@platform/kit/objects';
import { workInBlocks } from '../tenant-blocks.ts';
import { deleteEarlierObjects, requestPlace, storeOf } from './access-objects.ts';
import { forgetObjects, hasExpired } from './access-requests.ts';
import {
  changeAccessRequest,
  deleteAccessRequests,
  listCleanable,
  listOldAccessRequests,
  lockAccessRequest,
} from './access-store.ts';
import type { AccessRecord } from './access-store.ts';
import { hasBundle, publishAccess } from './access-view.ts';

const blockRows = 100;
const minuteMs = 60_000;
const rowRetentionMs = 400 * 86_400_000;
const actor = { type: 'system', id: 'access-request-cleanup' } as const;

const isOver = ({ state }: AccessRecord): boolean =>
  state === 'FAILED' || state === 'CANCELLED' || state === 'EXPIRED';

/** Whether nothing needs the objects of this locked request, which may have been retried since it was listed. */
async function isCleanable(tx: Tx, request: AccessRecord): Promise<boolean> {
  if (hasBundle(request) || request.state === 'FAILED') return hasExpired(tx, request);
  return isOver(request);
}

/** Expires a request whose file has expired and gives up its objects; a later retry stores new ones. */
async function giveUpObjects(tx: Tx, id: string): Promise<AccessRecord | undefined> {
  const request = await lockAccessRequest(tx, id);
  if (!request || !(await isCleanable(tx, request))) return undefined;
  if (!hasBundle(request)) return forgetObjects(tx, request);
  const expired = await forgetObjects(tx, request, 'EXPIRED');
  await publishAccess(tx, 'access_request.expired', expired);
  return expired;
}

/** Records that no objects are left, unless the request has been retried and stores others. */
async function noteNoObjects(tx: Tx, { id, objectRound }: AccessRecord): Promise<void> {
  const request = await lockAccessRequest(tx, id);
  if (request && isOver(request) && request.objectRound === objectRound)
    await changeAccessRequest(tx, request, { hasObjects: false });
}

/** Deletes objects between two transactions, so that a slow store keeps no row locked. */
async function clean(
  db: Pick<Database, 'transact'>,
  stores: ObjectStores,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  const context = { tenantId, actor };
  const request = await db.transact(context, (tx) => giveUpObjects(tx, id));
  if (!request) return;
  await deleteEarlierObjects(storeOf(stores, request), requestPlace(tenantId, request));
  await db.transact(context, (tx) => noteNoObjects(tx, request));
}

/** Deletes expired files, and objects of requests that ended otherwise. Returns the number of cleaned requests. */
export async function cleanAccessRequests(
  db: Pick<Database, 'work' | 'transact'>,
  stores: ObjectStores,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const due = await db.work((tx) => listCleanable(tx, blockRows));
    const failures: unknown[] = [];
    for (const one of due) {
      if (signal?.aborted) return total;
      // Requests whose store is unavailable are listed last next time.
      await clean(db, stores, one).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    total += due.length;
    if (due.length < blockRows) return total;
  }
  return total;
}

/** Runs {@link cleanAccessRequests} every minute. */
export const accessCleanup = (
  db: Pick<Database, 'work' | 'transact'>,
  stores: ObjectStores,
): SingletonJob => ({
  name: 'access request files',
  schedule: minuteMs,
  async work(signal) {
    await cleanAccessRequests(db, stores, signal);
    await workInBlocks(
      db,
      actor.id,
      {
        list: (tx, limit) => listOldAccessRequests(tx, rowRetentionMs, limit),
        work: deleteAccessRequests,
      },
      signal,
    );
  },
});
