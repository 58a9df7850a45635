import type { Actor, SyncRunResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

export const runs = directory
  .table('syncRuns')
  .narrow<Pick<SyncRunResource, 'counts' | 'errors' | 'changes'> & { requestedBy: Actor }>()
  .omit('checkpoint');

export type SyncRunRecord = RowOf<typeof runs>;

export const noCounts: SyncRunResource['counts'] = {
  seen: 0,
  created: 0,
  updated: 0,
  deactivated: 0,
  unchanged: 0,
  failed: 0,
  groups: 0,
};

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
  startedAt: isoTime(run.startedAt),
  finishedAt: isoTime(run.finishedAt),
});
