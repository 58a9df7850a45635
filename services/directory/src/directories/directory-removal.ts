import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs } from '@platform/kit/jobs';
import { z } from 'zod';
import {
  directoryGroupCounter,
  directoryUserCounter,
  removeCounters,
} from '../counters/counters.ts';
import { deleteCredential } from './credential-store.ts';
import { writeDirectory } from './directory-changes.ts';
import type { DirectoryRecord } from './directory-record.ts';
import {
  deleteDirectory,
  directoryTables,
  listDirectoryIdsOf,
  lockDeletedDirectory,
  lockDirectory,
  removeRowsOf,
} from './directory-store.ts';

/** Unlinks the users of a deleted directory and removes what it held. */
const directoryRemovalKind = jobKind({
  name: 'directory_removal',
  payload: z.object({ directoryId: z.string() }),
  maxAttempts: 1_000,
});

/** Rows of users, and of each other table, per transaction. */
const userStep = 100;
const rowStep = 1_000;

/**
 * Unlinks at most `limit` users of a deleted directory according to its `onDelete`; returns how
 * many.
 */
export type UnlinkUsers = (tx: Tx, directory: DirectoryRecord, limit: number) => Promise<number>;

/**
 * Deletes a directory, which the caller has locked. It is hidden from now on, and a job removes its
 * content.
 */
export async function endDirectory(
  tx: Tx,
  directory: DirectoryRecord,
  { jobs, now }: { jobs: Pick<Jobs, 'enqueue'>; now: number },
): Promise<void> {
  const ended = { ...directory, state: 'deleting' as const, stateReason: null, nextSyncAt: null };
  await deleteCredential(tx, directory.id);
  await writeDirectory(tx, directory, ended, now);
  const { id: directoryId } = directory;
  await jobs.enqueue(tx, directoryRemovalKind, { directoryId }, { dedupeKey: directoryId });
}

export async function endDirectoriesOf(
  tx: Tx,
  organizationId: string,
  ending: { jobs: Pick<Jobs, 'enqueue'>; now: number },
): Promise<void> {
  for (const id of await listDirectoryIdsOf(tx, organizationId)) {
    const directory = await lockDirectory(tx, id);
    if (directory) await endDirectory(tx, directory, ending);
  }
}

export const directoryRemovalJob = (unlink: UnlinkUsers): JobMount =>
  handleJob(directoryRemovalKind, {
    async run(job) {
      const { directoryId } = job.payload;
      const untilNone = async (remove: UnlinkUsers, step: number): Promise<void> => {
        let removed = step;
        while (removed >= step && !job.signal.aborted)
          removed = await job.transact(async (tx) => {
            const directory = await lockDeletedDirectory(tx, directoryId);
            return directory ? remove(tx, directory, step) : 0;
          });
      };
      await untilNone(unlink, userStep);
      for (const table of directoryTables)
        await untilNone((tx, { id }, step) => removeRowsOf(tx, table, id, step), rowStep);
      if (job.signal.aborted) return;
      await job.transact(async (tx) => {
        await removeCounters(tx, [
          directoryUserCounter(directoryId),
          directoryGroupCounter(directoryId),
        ]);
        await deleteDirectory(tx, directoryId);
      });
    },
  });
