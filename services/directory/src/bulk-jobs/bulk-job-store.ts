import { isId } from '@platform/contracts';
import type { UserBulkFailure } from '@platform/contracts';
import { now, together } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { directory } from '../generated/tables.ts';
import { bulkJobs } from './bulk-job-record.ts';
import type { BulkJobRecord } from './bulk-job-record.ts';

const open = bulkJobs.only({ state: ['PENDING', 'RUNNING'] });
const pages = directory.table('userBulkJobPages');
const failures = directory.table('userBulkJobFailures').omit('createdAt');

type BulkFailureRecord = RowOf<typeof failures>;

/** Number of users of a page. */
export const pageUsers = 1_000;

export const countOpenBulkJobs = (tx: Tx): Promise<number> => open.count(tx);

/** Inserts a job with its users. */
export async function insertBulkJob(
  tx: Tx,
  job: Pick<BulkJobRecord, 'id' | 'action' | 'organizationId' | 'roles' | 'filter' | 'requestedBy'>,
  userIds: readonly string[],
): Promise<BulkJobRecord> {
  const inserted = await bulkJobs.insertReturning(tx, { ...job, total: userIds.length });
  const starts = Array.from({ length: Math.ceil(userIds.length / pageUsers) }, (_, page) => page);
  await together(
    starts.map((page) =>
      pages.insert(tx, {
        bulkJobId: job.id,
        page,
        userIds: userIds.slice(page * pageUsers, (page + 1) * pageUsers),
      }),
    ),
  );
  return inserted;
}

/** @throws 404 if the tenant has no such job */
export const existingBulkJob = async (tx: Tx, id: string): Promise<BulkJobRecord> =>
  found(isId('userBulkJob', id) ? await bulkJobs.find(tx, { id }) : undefined);

/** @throws 404 if the tenant has no such job */
export const lockedBulkJob = async (tx: Tx, id: string): Promise<BulkJobRecord> =>
  found(isId('userBulkJob', id) ? await bulkJobs.lock(tx, { id }) : undefined);

/** Newest first; ids sort by creation time. */
export const listBulkJobs = (
  tx: Tx,
  behind: string | undefined,
  { limit, inState }: { limit: number; inState: BulkJobRecord['state'] | undefined },
): Promise<BulkJobRecord[]> =>
  bulkJobs.page(tx, {
    ...(inState === undefined ? {} : { where: { state: inState } }),
    by: 'id',
    behind,
    limit,
  });

/** The users of one page of a job. */
export const listPageUsers = async (tx: Tx, bulkJobId: string, page: number): Promise<string[]> =>
  (await pages.find(tx, { bulkJobId, page }))?.userIds ?? [];

/** Marks an open job as running; undefined if it was cancelled. */
export const startBulkJob = (tx: Tx, id: string): Promise<BulkJobRecord | undefined> =>
  open.updateReturning(tx, { id }, (of) => ({
    state: 'RUNNING',
    startedAt: of.fn.coalesce('startedAt', now),
    updatedAt: now,
  }));

/** How one user's turn ended. */
export type UserOutcome = 'changed' | 'unchanged' | 'failed';

/**
 * Counts the user at a position, and moves on to the next one. Undefined if the job has ended or is
 * at another position: then nothing of the user's change may be committed.
 */
export const advanceBulkJob = (
  tx: Tx,
  { id, position }: Pick<BulkJobRecord, 'id' | 'position'>,
  outcome: UserOutcome,
): Promise<BulkJobRecord | undefined> =>
  bulkJobs.updateReturning(tx, { id, position, state: 'RUNNING' }, (of) => ({
    position: of('position', '+', 1),
    [outcome]: of(outcome, '+', 1),
    updatedAt: now,
  }));

/** Ends an open job and forgets its users; undefined if it has ended before. */
export async function endBulkJob(
  tx: Tx,
  id: string,
  state: 'COMPLETED' | 'FAILED' | 'CANCELLED',
  error: BulkJobRecord['error'] = null,
): Promise<BulkJobRecord | undefined> {
  const ended = await open.updateReturning(
    tx,
    { id },
    { state, error, finishedAt: now, updatedAt: now },
  );
  if (ended) await pages.delete(tx, { bulkJobId: id });
  return ended;
}

export const insertBulkFailure = (
  tx: Tx,
  { id, position }: Pick<BulkJobRecord, 'id' | 'position'>,
  { userId, code, reason, detail }: UserBulkFailure,
): Promise<number> =>
  failures.insert(tx, { bulkJobId: id, position, userId, code, reason, detail });

/** Failures of a job, in the order of its users. */
export const listBulkFailures = (
  tx: Tx,
  bulkJobId: string,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<BulkFailureRecord[]> =>
  failures.page(tx, {
    where: { bulkJobId },
    by: 'position',
    ascending: true,
    behind: after,
    limit,
  });
