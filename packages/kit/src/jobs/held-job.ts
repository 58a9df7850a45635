import type { Tx } from '../database/database.ts';
import { jobRows } from './job-claims.ts';
import type { JobErrorRecord } from './job-errors.ts';

/** A job that a worker holds: all writes about it carry its fencing token. */
export interface HeldJob {
  id: string;
  epoch: number;
  leaseMs: number;
}

const isHeld = `tenant_id = $1 AND id = $2 AND ${jobRows.isHeld('$3')}`;

const update = async (tx: Tx, { id, epoch }: HeldJob, set: string, params: unknown[]) =>
  (await tx.execute(`UPDATE job SET ${set} WHERE ${isHeld}`, [
    tx.context.tenantId,
    id,
    epoch,
    ...params,
  ])) > 0;

// Not `now()`: the transaction may have started long ago.
const renewal = (n: number): string =>
  `leased_until = clock_timestamp() + make_interval(secs => $${n})`;

/**
 * Renews the lease. Returns false if this worker does not hold the job. Locks the row until the
 * commit.
 */
export const lockHeldJob = (tx: Tx, job: HeldJob): Promise<boolean> =>
  update(tx, job, renewal(4), [job.leaseMs / 1000]);

/** The data of a checkpoint. */
export interface CheckpointWrite {
  checkpoint: unknown;
  progress: unknown;
  resetAttempts: boolean;
}

export const writeCheckpoint = (
  tx: Tx,
  job: HeldJob,
  { checkpoint, progress, resetAttempts }: CheckpointWrite,
): Promise<boolean> =>
  update(
    tx,
    job,
    `${renewal(4)}, checkpoint = $5, progress = coalesce($6, progress), attempts = CASE WHEN $7 THEN 1 ELSE attempts END, updated_at = now()`,
    [
      job.leaseMs / 1000,
      JSON.stringify(checkpoint ?? null),
      progress === undefined ? null : JSON.stringify(progress),
      resetAttempts,
    ],
  );

const unleased = 'leased_until = NULL, updated_at = now()';

/** Ends a job for good. */
export const endJob = (
  tx: Tx,
  job: HeldJob,
  state: 'COMPLETED' | 'FAILED' | 'CANCELED',
  error?: JobErrorRecord,
): Promise<boolean> =>
  update(
    tx,
    job,
    `${unleased}, state = $4, last_error = coalesce($5, last_error), completed_at = now(), expires_at = now() + retention`,
    [state, error ? JSON.stringify(error) : null],
  );

/** Schedules another attempt after a pause, because an attempt failed. */
export const deferJob = (
  tx: Tx,
  job: HeldJob,
  { pauseMs, error }: { pauseMs: number; error: JobErrorRecord },
): Promise<boolean> =>
  update(
    tx,
    job,
    `${unleased}, state = 'PENDING', is_due = false, run_at = now() + make_interval(secs => $4), last_error = $5`,
    [pauseMs / 1000, JSON.stringify(error)],
  );

/** Releases a job that the worker has no time for: the attempt does not count. */
export const releaseJob = (tx: Tx, job: HeldJob): Promise<boolean> =>
  update(
    tx,
    job,
    `${unleased}, state = 'PENDING', is_due = true, run_at = now(), attempts = greatest(attempts - 1, 0)`,
    [],
  );

/**
 * Schedules a recurring job's next run. The error of the last run remains visible until one
 * succeeds.
 */
export const recurJob = (
  tx: Tx,
  job: HeldJob,
  next: Date,
  error: JobErrorRecord | undefined,
): Promise<boolean> =>
  update(
    tx,
    job,
    `${unleased}, state = 'PENDING', is_due = false, run_at = $4, attempts = 0, checkpoint = NULL, cancel_requested_at = NULL, last_error = $5, completed_at = now()`,
    [next, error ? JSON.stringify(error) : null],
  );
