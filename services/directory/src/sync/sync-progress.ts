import type { SyncRunResource } from '@platform/contracts';
import { noCounts } from './sync-run-record.ts';

/** The progress of a run, written with each page. */
export interface SyncProgress {
  counts: SyncRunResource['counts'];
  errors: SyncRunResource['errors'];
  changes: SyncRunResource['changes'];
}

const maxErrors = 100;
const maxChanges = 20;

export const noProgress: SyncProgress = { counts: noCounts, errors: [], changes: [] };

/** Increments a count. */
export const counted = (
  progress: SyncProgress,
  name: keyof SyncProgress['counts'],
  by = 1,
): SyncProgress => ({
  ...progress,
  counts: { ...progress.counts, [name]: progress.counts[name] + by },
});

/** Counts a failure, and reports it up to the limit. */
export const syncFailure = (
  progress: SyncProgress,
  error: SyncProgress['errors'][number],
): SyncProgress => ({
  ...counted(progress, 'failed'),
  errors: progress.errors.length < maxErrors ? [...progress.errors, error] : progress.errors,
});

const countOf = { create: 'created', update: 'updated', deactivate: 'deactivated' } as const;

/** A change that a dry run found. */
export const foreseen = (
  progress: SyncProgress,
  change: SyncProgress['changes'][number],
): SyncProgress => ({
  ...counted(progress, countOf[change.action]),
  changes: progress.changes.length < maxChanges ? [...progress.changes, change] : progress.changes,
});
