import type { Database, Tx } from '@platform/kit/database';
import { findDirectory, publishDirectoryEvent } from '../../directories/directories.ts';
import { bearerResource, isLiveBearerAt, nextNotice } from './bearer-record.ts';
import { listDueNotices, lockBearer, updateBearer } from './bearer-store.ts';

const system = { type: 'system', id: 'directory' } as const;
const batch = 1_000;

async function giveNotice(tx: Tx, id: string, now: number): Promise<void> {
  const bearer = await lockBearer(tx, id);
  if (!bearer?.nextNoticeAt || bearer.nextNoticeAt.getTime() > now) return;
  await updateBearer(tx, { ...bearer, nextNoticeAt: nextNotice(bearer.expiresAt, now) });
  const directory = await findDirectory(tx, bearer.directoryId);
  if (!directory || !isLiveBearerAt(bearer, now)) return;
  const resource = bearerResource(bearer, now);
  await publishDirectoryEvent(tx, 'directory.bearer_expiring', directory, { bearer: resource });
}

/** Publishes notices of bearers that expire soon: 30, 7 and 1 days before. */
export async function giveDueNotices(
  db: Pick<Database, 'work' | 'transact'>,
  signal: AbortSignal,
  now: number,
): Promise<void> {
  const due = await db.work((tx) => listDueNotices(tx, batch));
  for (const { tenantId, id } of due) {
    if (signal.aborted) return;
    await db.transact({ tenantId, actor: system }, (tx) => giveNotice(tx, id, now));
  }
}
