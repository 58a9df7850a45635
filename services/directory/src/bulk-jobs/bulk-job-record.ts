import type { Actor, UserBulkFailure, UserBulkJob, UserFilter } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

/** The principal that created a job, and the client that it acted through. */
export type Requester = Actor & { clientId?: string };

export const bulkJobs = directory.table('userBulkJobs').narrow<{
  action: UserBulkJob['action'];
  state: UserBulkJob['state'];
  filter: UserFilter | null;
  requestedBy: Requester;
  error: UserBulkJob['error'];
}>();

export type BulkJobRecord = RowOf<typeof bulkJobs>;

export const isOpen = ({ state }: Pick<BulkJobRecord, 'state'>): boolean =>
  state === 'PENDING' || state === 'RUNNING';

export const bulkJobResource = (
  job: BulkJobRecord,
  failureSample: UserBulkFailure[],
): UserBulkJob => ({
  id: job.id,
  state: job.state,
  action: job.action,
  organizationId: job.organizationId,
  roles: job.roles,
  filter: job.filter,
  progress: {
    total: job.total,
    done: job.position,
    changed: job.changed,
    unchanged: job.unchanged,
    failed: job.failed,
  },
  failureSample,
  requestedBy: { type: job.requestedBy.type, id: job.requestedBy.id },
  error: job.error,
  createdAt: job.createdAt.toISOString(),
  startedAt: isoTime(job.startedAt),
  finishedAt: isoTime(job.finishedAt),
  updatedAt: job.updatedAt.toISOString(),
});

/** Publishes the outcome of a job, without its filter, which may name people. */
export const publishBulkJob = (
  tx: Tx,
  type: 'created' | 'completed' | 'cancelled' | 'failed',
  job: BulkJobRecord,
) =>
  tx.publish({
    type: `user_bulk_job.${type}`,
    subject: { type: 'user_bulk_job', id: job.id },
    data: { userBulkJob: { ...bulkJobResource(job, []), filter: null } },
  });
