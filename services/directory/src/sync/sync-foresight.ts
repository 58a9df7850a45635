import type { RemoteReader } from '../sources/remote-records.ts';
import { foreseePage } from './page-application.ts';
import { readSourcePage } from './source-reading.ts';
import { listActiveUsers } from './sync-directory-store.ts';
import { foreseen, noProgress } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncContext } from './sync-run-context.ts';

const rowsPerStep = 1_000;

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
