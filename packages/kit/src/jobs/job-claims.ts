import { lock } from '../database/advisory-lock.ts';
import { kitLocks } from '../database/kit-locks.ts';
import type { WorkerTx } from '../database/database.ts';
import { leasedRows } from '../leases/leases.ts';

/** The leases of jobs. A job is leased exactly while it is `RUNNING`. */
export const jobRows = leasedRows({
  table: 'job',
  key: { tenantId: 'tenant_id', id: 'id' },
  shown: 'leased.cancel_requested_at IS NOT NULL AS is_canceled',
});

/** Jobs of one kind and one priority that are due. */
export interface Lane {
  kind: string;
  priority: number;
}

/** A claimed job. Its content is read later, in a transaction of its tenant. */
export interface ClaimedJob {
  tenantId: string;
  id: string;
  kind: string;
  epoch: number;
}

const stepRows = 500;

/**
 * Plans the statements of this transaction once per connection: each pod runs them several times
 * per second, and planning takes many times as long as running them. A cached plan must suit a
 * table of any size, so only index scans are allowed.
 */
export const planClaimsOnce = (tx: WorkerTx): Promise<unknown> =>
  tx.prepared(
    'job_plan',
    `SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_sort', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) AS name
     UNION ALL SELECT set_config('plan_cache_mode', 'force_generic_plan', true)`,
    [],
  );

/** Makes jobs whose time has come visible to workers. */
export const promoteDueJobs = (tx: WorkerTx): Promise<unknown> =>
  tx.prepared(
    'job_promote',
    `UPDATE job SET is_due = true FROM (
       SELECT tenant_id, id FROM job WHERE state = 'PENDING' AND NOT is_due AND run_at <= now() ORDER BY run_at LIMIT ${stepRows} FOR UPDATE SKIP LOCKED) AS due
     WHERE job.tenant_id = due.tenant_id AND job.id = due.id`,
    [],
  );

/**
 * Takes jobs from workers whose leases have expired. Skips a job with a running transaction until
 * that ends.
 */
export const reclaimLapsedJobs = (tx: WorkerTx): Promise<unknown> =>
  tx.prepared(
    'job_reclaim',
    `UPDATE job SET state = 'PENDING', is_due = true, leased_until = NULL, updated_at = now() FROM (
       SELECT tenant_id, id FROM job WHERE state = 'RUNNING' AND leased_until < now() LIMIT ${stepRows} FOR UPDATE SKIP LOCKED) AS lapsed
     WHERE job.tenant_id = lapsed.tenant_id AND job.id = lapsed.id`,
    [],
  );

/**
 * Returns the milliseconds until the next job is due, or the lease of a running one expires. Null
 * if there is none.
 */
export const findNextDueMs = async (tx: WorkerTx): Promise<number | null> =>
  (
    await tx.prepared<{ ms: number | null }>(
      'job_next_due',
      `SELECT (extract(epoch FROM least(
         (SELECT run_at FROM job WHERE state = 'PENDING' AND NOT is_due ORDER BY run_at LIMIT 1),
         (SELECT leased_until FROM job WHERE state = 'RUNNING' ORDER BY leased_until LIMIT 1)) - now()) * 1000)::float8 AS ms`,
      [],
    )
  )[0]?.ms ?? null;

/**
 * Finds the kinds and priorities with a job that is due: one index lookup per lane, however many
 * jobs.
 */
export const findDueLanes = (tx: WorkerTx): Promise<Lane[]> =>
  tx.prepared<Lane>(
    'job_lanes',
    `WITH RECURSIVE lane AS (
       SELECT ''::text COLLATE "C" AS kind, 0::smallint AS priority
       UNION ALL
       SELECT next.kind, next.priority FROM lane CROSS JOIN LATERAL (
         SELECT j.kind, j.priority FROM job j WHERE j.state = 'PENDING' AND j.is_due AND (j.kind, j.priority) > (lane.kind, lane.priority)
         ORDER BY j.kind, j.priority LIMIT 1) AS next
     ) SELECT kind, priority FROM lane WHERE kind <> ''`,
    [],
  );

/**
 * Serializes the claims of a kind, so that running jobs are counted correctly. A pod that stalls in
 * between blocks the others only until its idle connection times out.
 */
export const lockClaims = (tx: WorkerTx, kind: string): Promise<unknown> =>
  // Sent together, run one after the other.
  Promise.all([
    tx.execute(`SELECT set_config('idle_in_transaction_session_timeout', '5000', true)`),
    lock(tx, kitLocks.jobClaims, kind),
  ]);

/** Selects the jobs to claim. */
export interface JobClaim extends Lane {
  /** Only tenants after this one, up to `until`. */
  after: string;
  until: string | undefined;
  /** Maximum number of jobs. */
  room: number;
  /** Maximum number of jobs per tenant. */
  each: number;
  /** Maximum number of running jobs per tenant. */
  perTenant: number;
  leaseMs: number;
  worker: string;
}

const claimText = jobRows.claim({
  due: `WITH RECURSIVE tenant AS (
       SELECT $1::text COLLATE "C" AS kind, $2::smallint AS priority, $3::text AS tenant_id
       UNION ALL
       SELECT next.kind, next.priority, next.tenant_id FROM tenant CROSS JOIN LATERAL (
         SELECT j.kind, j.priority, j.tenant_id FROM job j
         WHERE j.state = 'PENDING' AND j.is_due AND (j.kind, j.priority, j.tenant_id) > (tenant.kind, tenant.priority, tenant.tenant_id)
         ORDER BY j.kind, j.priority, j.tenant_id LIMIT 1) AS next
       WHERE next.kind = $1 AND next.priority = $2 AND ($4::text IS NULL OR next.tenant_id <= $4)
     ), due AS MATERIALIZED (
       SELECT first.tenant_id, first.id FROM tenant
       CROSS JOIN LATERAL (SELECT count(*) AS n FROM job r WHERE r.state = 'RUNNING' AND r.kind = $1 AND r.tenant_id = tenant.tenant_id) AS running
       CROSS JOIN LATERAL (
         SELECT j.tenant_id, j.id FROM job j
         WHERE j.state = 'PENDING' AND j.is_due AND j.kind = $1 AND j.priority = $2 AND j.tenant_id = tenant.tenant_id
         ORDER BY j.run_at, j.id LIMIT greatest(0, least($6, $7 - running.n)) FOR UPDATE SKIP LOCKED) AS first
       WHERE tenant.tenant_id <> $3
       LIMIT $5
     )`,
  seconds: '$9',
  set: `state = 'RUNNING', attempts = leased.attempts + 1, worker = $8, started_at = coalesce(leased.started_at, now()), updated_at = now()`,
  returning: 'leased.kind',
});

/**
 * Claims the oldest due jobs of each tenant, in the order of tenants. Steps through the index from
 * tenant to tenant, so that the cost grows with the number of tenants visited, not with the number
 * of their waiting jobs.
 */
export const claimJobs = (tx: WorkerTx, claim: JobClaim): Promise<ClaimedJob[]> =>
  tx.prepared<ClaimedJob>('job_claim', claimText, [
    claim.kind,
    claim.priority,
    claim.after,
    claim.until ?? null,
    claim.room,
    claim.each,
    claim.perTenant,
    claim.worker,
    claim.leaseMs / 1000,
  ]);
