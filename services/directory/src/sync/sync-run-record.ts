import type { Actor, SyncRunResource } from '@platform/contracts';

/** A run as it is kept. */
export interface SyncRunRecord {
  id: string;
  directoryId: string;
  trigger: SyncRunResource['trigger'];
  isFull: boolean;
  isDryRun: boolean;
  isForced: boolean;
  state: SyncRunResource['state'];
  counts: SyncRunResource['counts'];
  errors: SyncRunResource['errors'];
  changes: SyncRunResource['changes'];
  requestedBy: Actor;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** Counts of a run that has seen nothing yet. */
export const noCounts: SyncRunResource['counts'] = {
  seen: 0,
  created: 0,
  updated: 0,
  deactivated: 0,
  unchanged: 0,
  failed: 0,
  groups: 0,
};

/** A run as the API answers it. */
export const syncRunResource = (run: SyncRunRecord): SyncRunResource => ({
  id: run.id,
  directoryId: run.directoryId,
  trigger: run.trigger,
  full: run.isFull,
  dryRun: run.isDryRun,
  state: run.state,
  counts: run.counts,
  errors: run.errors,
  changes: run.changes,
  requestedBy: run.requestedBy,
  createdAt: run.createdAt.toISOString(),
  startedAt: run.startedAt?.toISOString() ?? null,
  finishedAt: run.finishedAt?.toISOString() ?? null,
});
