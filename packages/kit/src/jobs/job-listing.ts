import type { WorkerTx } from '../database/database.ts';
import type { JobRecord, JobState } from './job-store.ts';

/** A job as operators see it across tenants: its state, not its payload. */
export type ListedJob = { tenantId: string } & Omit<
  JobRecord,
  'payload' | 'progress' | 'checkpoint' | 'lastError' | 'createdBy' | 'epoch'
>;

/** Selects the jobs to list. */
export interface JobFilter {
  state: JobState | undefined;
  kind: string | undefined;
  tenantId: string | undefined;
  before: string | undefined;
  limit: number;
}

/** Lists jobs, newest first, since ids sort by creation. */
export const listJobs = (tx: WorkerTx, filter: JobFilter): Promise<ListedJob[]> =>
  tx.rows<ListedJob>(
    `SELECT tenant_id, id, kind, state, priority, run_at, attempts, max_attempts, worker, schedule,
       cancel_requested_at, created_at, started_at, completed_at
     FROM job WHERE ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR kind = $2) AND ($3::text IS NULL OR tenant_id = $3) AND ($4::text IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [
      filter.state ?? null,
      filter.kind ?? null,
      filter.tenantId ?? null,
      filter.before ?? null,
      filter.limit,
    ],
  );

/** Returns the tenant of a job. */
export const findJobTenant = async (tx: WorkerTx, id: string): Promise<string | undefined> =>
  (await tx.row<{ tenantId: string }>('SELECT tenant_id FROM job WHERE id = $1', [id]))?.tenantId;
