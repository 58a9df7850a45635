import type { Database, Tx } from '@platform/kit/database';
import type { SingletonJob } from '@platform/kit/jobs';
import type { ObjectStores } from '@platform/kit/objects';
import { databaseNow } from '../database-clock.ts';
import { deleteObjects, storeOf } from './access-objects.ts';
import { changeAccessRequest } from './access-requests.ts';
import {
  deleteAccessRequests,
  forgetParts,
  listCleanable,
  listOldAccessRequests,
  lockAccessRequest,
} from './access-store.ts';
import { hasBundle, publishAccess } from './access-view.ts';

const blockRows = 100;
const minuteMs = 60_000;
const rowRetentionMs = 400 * 86_400_000;
const actor = { type: 'system', id: 'access-request-cleanup' } as const;

/** Ends a request whose file has expired, then deletes the objects. Somebody may have retried it meanwhile. */
async function clean(tx: Tx, stores: ObjectStores, id: string): Promise<void> {
  const request = await lockAccessRequest(tx, id);
  if (!request || request.state === 'PENDING' || request.state === 'RUNNING') return;
  const expired = hasBundle(request);
  if (expired && (request.bundleExpiresAt ?? new Date(0)) > (await databaseNow(tx))) return;
  await deleteObjects(storeOf(stores, request), { tenantId: tx.context.tenantId, id });
  await forgetParts(tx, id);
  const cleaned = await changeAccessRequest(tx, request, {
    hasObjects: false,
    ...(expired ? { state: 'EXPIRED' } : {}),
  });
  if (expired) await publishAccess(tx, 'access_request.expired', cleaned);
}

/** Deletes files that have expired, and objects of requests that ended otherwise. Answers how many requests were cleaned. */
export async function cleanAccessRequests(
  db: Pick<Database, 'work' | 'transact'>,
  stores: ObjectStores,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  while (!signal?.aborted) {
    const due = await db.work((tx) => listCleanable(tx, blockRows));
    for (const { tenantId, id } of due) {
      if (signal?.aborted) return total;
      await db.transact({ tenantId, actor }, (tx) => clean(tx, stores, id));
    }
    total += due.length;
    if (due.length < blockRows) return total;
  }
  return total;
}

async function deleteOldRequests(
  db: Pick<Database, 'work' | 'transact'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const old = await db.work((tx) =>
      listOldAccessRequests(tx, { retentionMs: rowRetentionMs, limit: blockRows }),
    );
    for (const { tenantId, id } of old)
      await db.transact({ tenantId, actor }, (tx) => deleteAccessRequests(tx, [id]));
    if (old.length < blockRows) return;
  }
}

/** The cleaning, every minute. */
export const accessCleanup = (
  db: Pick<Database, 'work' | 'transact'>,
  stores: ObjectStores,
): SingletonJob => ({
  name: 'access request files',
  schedule: minuteMs,
  async work(signal) {
    await cleanAccessRequests(db, stores, signal);
    await deleteOldRequests(db, signal);
  },
});
