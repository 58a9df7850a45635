import type { Actor } from '@platform/contracts';
import type { Tx } from '../database/database.ts';
import type { JobErrorRecord } from './job-errors.ts';

/** State of a job. */
export type JobState = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED';

/** Data of a new job. */
export interface NewJob {
  id: string;
  kind: string;
  payload: unknown;
  priority: number;
  dedupeKey: string | undefined;
  subjectId: string | undefined;
  runAt: Date | undefined;
  maxAttempts: number;
  retentionMs: number;
  schedule?: string;
}

/** Inserts a job, unless there is an open one of the kind with its dedupe key. */
export const insertJob = async (tx: Tx, job: NewJob): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO job (tenant_id, id, kind, payload, priority, dedupe_key, subject_id, run_at, is_due, max_attempts, retention, schedule, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8, now()), coalesce($8 <= now(), true), $9, make_interval(secs => $10), $11, $12)
     ON CONFLICT (tenant_id, kind, dedupe_key) WHERE state IN ('PENDING', 'RUNNING') AND dedupe_key IS NOT NULL DO NOTHING`,
    [
      tx.context.tenantId,
      job.id,
      job.kind,
      JSON.stringify(job.payload ?? null),
      job.priority,
      job.dedupeKey ?? null,
      job.subjectId ?? null,
      job.runAt ?? null,
      job.maxAttempts,
      job.retentionMs / 1000,
      job.schedule ?? null,
      JSON.stringify(tx.context.actor),
    ],
  )) > 0;

/** Returns the id of the open job of a kind with this dedupe key. */
export const findOpenJob = async (
  tx: Tx,
  kind: string,
  dedupeKey: string,
): Promise<string | undefined> =>
  (
    await tx.row<{ id: string }>(
      `SELECT id FROM job WHERE tenant_id = $1 AND kind = $2 AND dedupe_key = $3 AND state IN ('PENDING', 'RUNNING')`,
      [tx.context.tenantId, kind, dedupeKey],
    )
  )?.id;

/** Whether a job has not ended. */
export const isOpenJob = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM job WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'RUNNING')`,
    [tx.context.tenantId, id],
  )) !== undefined;

/** Whether there is an open job of a kind about a subject with no finished attempt. */
export const hasUntriedJob = async (tx: Tx, kind: string, subjectId?: string): Promise<boolean> =>
  (
    await tx.prepared(
      'untried_job',
      `SELECT FROM job WHERE tenant_id = $1 AND ($2::text IS NULL OR subject_id = $2) AND kind = $3
         AND (state = 'PENDING' AND attempts = 0 OR state = 'RUNNING' AND attempts = 1) LIMIT 1`,
      [tx.context.tenantId, subjectId ?? null, kind],
    )
  ).length > 0;

/** A job's row. */
export interface JobRecord {
  id: string;
  kind: string;
  state: JobState;
  payload: unknown;
  priority: number;
  runAt: Date;
  attempts: number;
  maxAttempts: number;
  epoch: number;
  worker: string | null;
  cancelRequestedAt: Date | null;
  lastError: JobErrorRecord | null;
  progress: unknown;
  checkpoint: unknown;
  schedule: string | null;
  createdBy: Actor;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

const columns = `id, kind, state, payload, priority, run_at, attempts, max_attempts, epoch, worker, cancel_requested_at, last_error,
  progress, checkpoint, schedule, created_by, created_at, started_at, completed_at`;

export const findJob = async (tx: Tx, id: string): Promise<JobRecord | undefined> => {
  const [job] = await tx.prepared<JobRecord>(
    'job_by_id',
    `SELECT ${columns} FROM job WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );
  return job;
};

/** Asks a running job to stop, and cancels a pending one. */
export const requestCancel = (tx: Tx, id: string): Promise<JobRecord | undefined> =>
  tx.row<JobRecord>(
    `UPDATE job SET cancel_requested_at = coalesce(cancel_requested_at, now()), updated_at = now(),
       state = CASE state WHEN 'PENDING' THEN 'CANCELED' ELSE state END,
       completed_at = CASE state WHEN 'PENDING' THEN now() END, expires_at = CASE state WHEN 'PENDING' THEN now() + retention END
     WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'RUNNING') AND schedule IS NULL RETURNING ${columns}`,
    [tx.context.tenantId, id],
  );

/** Makes a failed, canceled or pending job due immediately, and resets its attempts. */
export const retryJob = (tx: Tx, id: string): Promise<JobRecord | undefined> =>
  tx.row<JobRecord>(
    `UPDATE job SET state = 'PENDING', is_due = true, run_at = now(), attempts = 0, cancel_requested_at = NULL, completed_at = NULL, expires_at = NULL, updated_at = now()
     WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'FAILED', 'CANCELED') RETURNING ${columns}`,
    [tx.context.tenantId, id],
  );

/**
 * Deletes the jobs about a user that are not running, and removes the user as creator of others.
 */
export async function eraseJobSubject(tx: Tx, subjectId: string): Promise<void> {
  const { tenantId } = tx.context;
  await tx.execute(
    `DELETE FROM job WHERE tenant_id = $1 AND subject_id = $2 AND state <> 'RUNNING'`,
    [tenantId, subjectId],
  );
  await tx.execute(
    `UPDATE job SET created_by = '{"type": "system", "id": "erased"}' WHERE tenant_id = $1 AND created_by->>'id' = $2`,
    [tenantId, subjectId],
  );
}
