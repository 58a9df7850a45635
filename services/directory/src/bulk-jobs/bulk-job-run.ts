import type { Actor, UserBulkFailure } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, EndedJob, JobMount } from '@platform/kit/jobs';
import { Problem } from '@platform/kit/problem';
import { z } from 'zod';
import { publishBulkJob } from './bulk-job-record.ts';
import type { BulkJobRecord } from './bulk-job-record.ts';
import {
  advanceBulkJob,
  endBulkJob,
  insertBulkFailure,
  listPageUsers,
  pageUsers,
  startBulkJob,
} from './bulk-job-store.ts';
import type { UserOutcome } from './bulk-job-store.ts';
import { changeUser, operationOf } from './user-action.ts';
import type { UserActionOptions } from './user-action.ts';

const payload = z.object({ bulkJobId: z.string() });

export const bulkJobKind = jobKind({
  name: 'user_bulk_job',
  payload,
  concurrency: 2,
  perTenant: 1,
  maxAttempts: 5,
  // A long job may be interrupted often, but not repeatedly at one user.
  resetAttemptsOnCheckpoint: true,
});

type Job = ActiveJob<z.output<typeof payload>>;

/** The job was cancelled while a user was being changed. */
class BulkJobEnded extends Error {
  constructor() {
    super('the bulk job has ended');
  }
}

/** The principal that created the job makes its changes. */
const actorOf = ({ requestedBy: { type, id } }: BulkJobRecord): Actor => ({ type, id });

/** Records the outcome for one user as the operation on one user would. */
const auditUser = (
  tx: Tx,
  { id, action, requestedBy, organizationId }: BulkJobRecord,
  userId: string,
  outcome: { outcome: 'success' | 'failure'; status: number; code?: string; changed?: string[] },
): Promise<void> =>
  tx.audit({
    actor: requestedBy,
    subject: { type: 'user', id: userId },
    organizationId,
    data: { operationId: operationOf[action], ...outcome, details: { bulkJobId: id } },
  });

/** Counts a user in the transaction of the change, which cancellation and a lost job roll back. */
async function advance(
  tx: Tx,
  job: Job,
  record: BulkJobRecord,
  outcome: UserOutcome,
): Promise<BulkJobRecord> {
  const advanced = await advanceBulkJob(tx, record, outcome);
  if (!advanced) throw new BulkJobEnded();
  await job.checkpoint(tx, { position: advanced.position }, { users: advanced.position });
  return advanced;
}

const change = (
  job: Job,
  record: BulkJobRecord,
  userId: string,
  options: UserActionOptions,
): Promise<BulkJobRecord> =>
  job.transact(async (tx) => {
    const { isChanged, changed } = await changeUser(tx, userId, record, options);
    if (isChanged)
      await auditUser(tx, record, userId, {
        outcome: 'success',
        status: 200,
        ...(changed ? { changed } : {}),
      });
    return advance(tx, job, record, isChanged ? 'changed' : 'unchanged');
  }, actorOf(record));

const failureOf = (userId: string, { code, message, details }: Problem): UserBulkFailure => ({
  userId,
  code,
  reason: details.errors?.[0]?.code ?? null,
  detail: message.slice(0, 500),
});

const fail = (
  job: Job,
  record: BulkJobRecord,
  userId: string,
  refusal: Problem,
): Promise<BulkJobRecord> =>
  job.transact(async (tx) => {
    const { status, code } = refusal;
    await insertBulkFailure(tx, record, failureOf(userId, refusal));
    await auditUser(tx, record, userId, { outcome: 'failure', status, code });
    return advance(tx, job, record, 'failed');
  }, actorOf(record));

/** Whether a rule rejects the change, so that another attempt would not help. */
const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500;

async function changeNext(
  job: Job,
  record: BulkJobRecord,
  userId: string,
  options: UserActionOptions,
): Promise<BulkJobRecord> {
  try {
    return await change(job, record, userId, options);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return fail(job, record, userId, error);
  }
}

/** Changes the users of a job one after another; undefined if it must stop. */
async function changeUsers(
  job: Job,
  started: BulkJobRecord,
  options: UserActionOptions,
): Promise<BulkJobRecord | undefined> {
  let record = started;
  while (record.position < record.total) {
    const page = Math.floor(record.position / pageUsers);
    const userIds = await job.read((tx) => listPageUsers(tx, record.id, page));
    for (const userId of userIds.slice(record.position % pageUsers)) {
      if (job.signal.aborted) return undefined;
      record = await changeNext(job, record, userId, options);
    }
    if (userIds.length === 0) return undefined;
  }
  return record;
}

async function run(job: Job, options: UserActionOptions): Promise<void> {
  const { bulkJobId } = job.payload;
  try {
    const started = await job.transact((tx) => startBulkJob(tx, bulkJobId));
    if (!started || !(await changeUsers(job, started, options))) return;
    await job.transact(async (tx) => {
      const ended = await endBulkJob(tx, bulkJobId, 'COMPLETED');
      if (ended) await publishBulkJob(tx, 'completed', ended);
    }, actorOf(started));
  } catch (error) {
    if (!(error instanceof BulkJobEnded)) throw error;
  }
}

async function failJob(tx: Tx, { payload: { bulkJobId } }: EndedJob<{ bulkJobId: string }>) {
  const detail =
    'The job failed because of an internal error. Create another one for the users that are left.';
  const failed = await endBulkJob(tx, bulkJobId, 'FAILED', { code: 'internal_error', detail });
  if (failed) await publishBulkJob(tx, 'failed', failed);
}

/** Runs bulk jobs user by user; an attempt resumes at the user where the last one stopped. */
export const bulkJob = (options: UserActionOptions): JobMount =>
  handleJob(bulkJobKind, { run: (job) => run(job, options), onEnded: failJob });
