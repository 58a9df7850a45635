import type { Database } from '@platform/kit/database';

const batch = 1_000;

/** Removes runs that ended more than 90 days ago. */
export async function sweepSyncRuns(
  db: Pick<Database, 'work'>,
  signal: AbortSignal,
): Promise<void> {
  let removed = batch;
  while (removed === batch && !signal.aborted)
    removed = await db.work((tx) =>
      tx.execute(
        `DELETE FROM sync_runs WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM sync_runs WHERE finished_at < now() - interval '90 days' LIMIT ${batch}))`,
      ),
    );
}
