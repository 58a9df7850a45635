import type { Tx } from '@platform/kit/database';
import type { RemotePage, RemoteReader } from './sources/remote-records.ts';
import { readSourcePage } from './source-reading.ts';
import { listActiveUsers, listKnownUsers } from './sync-directory-store.ts';
import { counted, foreseen, noProgress } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncContext } from './sync-run-context.ts';
import { isUnchanged, leavesWith } from './user-comparison.ts';

const rowsPerStep = 1_000;

/** Predicts the changes of a page. Writes nothing. */
async function foreseePage(
  tx: Tx,
  { directoryId, mapping }: { directoryId: string; mapping: string },
  { users, removedUsers, groups }: RemotePage,
  before: SyncProgress,
): Promise<SyncProgress> {
  const ids = users.map(({ externalId }) => externalId);
  const known = new Map(
    (await listKnownUsers(tx, directoryId, [...ids, ...removedUsers])).map((u) => [
      u.externalId,
      u,
    ]),
  );
  let progress = counted(counted(before, 'seen', users.length), 'groups', groups.length);
  for (const user of users) {
    const { userName, externalId } = user;
    const present = known.get(externalId);
    if (leavesWith(present, user))
      progress = foreseen(progress, { action: 'deactivate', userName, externalId });
    else if (isUnchanged(present, user, mapping)) progress = counted(progress, 'unchanged');
    else
      progress = foreseen(progress, {
        action: present ? 'update' : 'create',
        userName,
        externalId,
      });
  }
  for (const externalId of removedUsers)
    if (known.get(externalId)?.active)
      progress = foreseen(progress, { action: 'deactivate', userName: externalId, externalId });
  return progress;
}

/** A dry run: reads everything and writes nothing. */
export async function foreseeAll(
  context: SyncContext,
  reader: RemoteReader,
): Promise<SyncProgress> {
  const { job, run, directory } = context;
  const seen = new Set<string>();
  let progress = noProgress;
  let next: unknown = null;
  do {
    job.signal.throwIfAborted();
    const page = await readSourcePage(reader, next, job);
    for (const { externalId } of page.users) seen.add(externalId);
    progress = await job.read(async (tx) => {
      const mapping = await context.mappingOf(tx, directory);
      return foreseePage(tx, { directoryId: directory.id, mapping }, page, progress);
    });
    ({ next } = page);
  } while (next !== null);
  if (!run.isFull || !directory.sync?.deactivateMissing) return progress;
  for (let after = ''; ;) {
    const users = await job.read((tx) => listActiveUsers(tx, directory.id, after, rowsPerStep));
    for (const { externalId, userName } of users)
      if (externalId === null || !seen.has(externalId))
        progress = foreseen(progress, { action: 'deactivate', userName, externalId });
    const last = users.at(-1);
    if (!last) return progress;
    after = last.id;
  }
}
