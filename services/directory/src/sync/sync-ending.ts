import type { SyncRunResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { withJitter } from '@platform/kit/async';
import {
  lockDirectory,
  noteConnection,
  publishDirectoryEvent,
  updateSchedule,
} from '../directories/directories.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import { deletePages } from './sync-page-store.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncRunRecord } from './sync-run-record.ts';
import { updateRun } from './sync-run-store.ts';

/** The result of a run. */
export type SyncEnding =
  | { state: 'COMPLETED'; position: Record<string, unknown> | null }
  | { state: 'HALTED'; code: string; detail: string }
  | { state: 'FAILED'; code: string; detail: string; finding: 'refused' | 'unreachable' | null };

const jitterShare = 0.1;

/** When a directory is read next: after its interval ± 10 %, so that runs spread. */
export function nextSyncAt(
  { sync, state }: Pick<DirectoryRecord, 'sync' | 'state'>,
  now: number,
  random: number,
): Date | null {
  if (!sync?.enabled || state === 'suspended') return null;
  return new Date(now + withJitter(sync.intervalSeconds * 1_000, () => random, jitterShare));
}

/** Applies the result of a run to its directory. */
async function applyEnding(
  tx: Tx,
  run: SyncRunRecord,
  ending: SyncEnding,
  { now, random }: { now: number; random: number },
): Promise<void> {
  const directory = await lockDirectory(tx, run.directoryId);
  if (!directory || run.isDryRun) return;
  const finding = ending.state === 'FAILED' ? ending.finding : 'connected';
  const after = finding ? await noteConnection(tx, directory, finding, now) : directory;
  const isDone = ending.state === 'COMPLETED';
  await updateSchedule(tx, directory.id, {
    nextSyncAt: nextSyncAt(after, now, random),
    syncPosition: isDone ? ending.position : directory.syncPosition,
    fullSyncAt: isDone && run.isFull ? new Date(now) : directory.fullSyncAt,
  });
  const { counts } = run;
  if (ending.state === 'COMPLETED')
    await publishDirectoryEvent(tx, 'directory.sync_completed', after, { counts });
  else if (ending.state === 'HALTED')
    await publishDirectoryEvent(tx, 'directory.sync_halted', after, { counts });
  else await publishDirectoryEvent(tx, 'directory.sync_failed', after, { error: ending.code });
}

const endingError = (ending: SyncEnding): SyncRunResource['errors'] =>
  ending.state === 'COMPLETED'
    ? []
    : [{ code: ending.code, detail: ending.detail, externalId: null }];

/** Ends a run, and updates its directory. */
export async function endRun(
  tx: Tx,
  before: SyncRunRecord,
  { progress, ending }: { progress: SyncProgress; ending: SyncEnding },
  moment: { now: number; random: number },
): Promise<void> {
  const run: SyncRunRecord = {
    ...before,
    counts: progress.counts,
    changes: progress.changes,
    errors: [...endingError(ending), ...progress.errors],
    state: ending.state,
    finishedAt: new Date(moment.now),
  };
  await updateRun(tx, run);
  await deletePages(tx, run.directoryId);
  await applyEnding(tx, run, ending, moment);
}
