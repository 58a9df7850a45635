import type { Actor } from '@platform/contracts';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { listDueSyncs, lockDirectory, updateSchedule } from '../directories/directories.ts';
import { nextSyncAt } from './sync-ending.ts';
import { directorySyncKind } from './sync-run-context.ts';
import { noCounts } from './sync-run-record.ts';
import type { SyncRunRecord } from './sync-run-record.ts';
import { insertRun } from './sync-run-store.ts';

export interface SyncRequest {
  trigger: SyncRunRecord['trigger'];
  isFull: boolean;
  isDryRun: boolean;
  isForced: boolean;
  requestedBy: Actor;
}

/** Adds a run and its job; undefined if one is active. */
export async function requestSync(
  tx: Tx,
  directoryId: string,
  request: SyncRequest,
  { jobs, now }: { jobs: Pick<Jobs, 'enqueue'>; now: number },
): Promise<SyncRunRecord | undefined> {
  const run: SyncRunRecord = {
    ...request,
    id: newId('syncRun'),
    directoryId,
    state: 'PENDING',
    counts: noCounts,
    errors: [],
    changes: [],
    createdAt: new Date(now),
    startedAt: null,
    finishedAt: null,
  };
  if (!(await insertRun(tx, run))) return undefined;
  await jobs.enqueue(tx, directorySyncKind, { directoryId, runId: run.id }, { dedupeKey: run.id });
  return run;
}

const system = { type: 'system', id: 'directory' } as const;
const batch = 100;
const scheduled: SyncRequest = {
  trigger: 'schedule',
  isFull: false,
  isDryRun: false,
  isForced: false,
  requestedBy: system,
};

async function requestDue(
  tx: Tx,
  id: string,
  { jobs, now, random }: { jobs: Pick<Jobs, 'enqueue'>; now: number; random: number },
): Promise<void> {
  const directory = await lockDirectory(tx, id);
  if (!directory?.nextSyncAt || directory.nextSyncAt.getTime() > now) return;
  const { syncPosition, fullSyncAt } = directory;
  // Also while a run is active: its end schedules the next one.
  const next = nextSyncAt(directory, now, random);
  await updateSchedule(tx, id, { nextSyncAt: next, syncPosition, fullSyncAt });
  await requestSync(tx, id, scheduled, { jobs, now });
}

/** Requests the syncs that are due. */
export async function requestDueSyncs(
  db: Pick<Database, 'work' | 'transact'>,
  jobs: Pick<Jobs, 'enqueue'>,
  signal: AbortSignal,
  { clock, random }: { clock: () => number; random: () => number },
): Promise<void> {
  const due = await db.work((tx) => listDueSyncs(tx, batch));
  for (const { tenantId, id } of due) {
    if (signal.aborted) return;
    await db.transact({ tenantId, actor: system }, (tx) =>
      requestDue(tx, id, { jobs, now: clock(), random: random() }),
    );
  }
}
