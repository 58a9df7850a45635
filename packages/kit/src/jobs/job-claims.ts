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

/** A job that was claimed. Its content is read with its tenant set. */
export interface ClaimedJob {
  tenantId: string;
  id: string;
  kind: string;
  epoch: number;
}

const stepRows = 500;

/**
 * Has the statements of this transaction planned once a connection: each pod runs them several times a second, and planning takes
 * many times as long as running them. A plan that is kept must be right for a table of any size, so it may only follow indexes.
 */
export const planClaimsOnce = (tx: WorkerTx): Promise<unknown> =>
  tx.prepared(
    'job_plan',
    `SELECT set_config(name, 'off', true) FROM unnest(ARRAY['enable_sort', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) AS name
     UNION ALL SELECT set_config('plan_cache_mode', 'force_generic_plan', true)`,
    [],
  );

/** Moves jobs whose time has come to those that workers look at. */
export const promoteDueJobs = (tx: WorkerTx): Promise<unknown> =>
  tx.prepared(
    'job_promote',
    `UPDATE job SET is_due = true FROM (
       SELECT tenant_id, id FROM job WHERE state = 'PENDING' AND NOT is_due AND run_at <= now() ORDER BY run_at LIMIT ${stepRows} FOR UPDATE SKIP LOCKED) AS due
     WHERE job.tenant_id = due.tenant_id AND job.id = due.id`,
    [],
  );

/** Takes jobs from workers that have not been heard of. A job in the middle of a transaction is left until that ends. */
export const reclaimLapsedJobs = (tx: WorkerTx): Promise<unknown> =>
  tx.prepared(
    'job_reclaim',
    `UPDATE job SET state = 'PENDING', is_due = true, leased_until = NULL, updated_at = now() FROM (
       SELECT tenant_id, id FROM job WHERE state = 'RUNNING' AND leased_until < now() LIMIT ${stepRows} FOR UPDATE SKIP LOCKED) AS lapsed
     WHERE job.tenant_id = lapsed.tenant_id AND job.id = lapsed.id`,
    [],
  );

/** Milliseconds until the next job is due, or the lease of a running one ends. Null: there is none. */
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

/** The kinds and priorities with a job that is due: one step in the index for each, however many jobs. */
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
 * One claim of a kind at a time, so that counts of running jobs are not counted twice. A pod that stands still in between
 * does not stop the others for longer than its connection may be idle.
 */
export const lockClaims = (tx: WorkerTx, kind: string): Promise<unknown> =>
  // Sent together, run one after the other.
  Promise.all([
    tx.execute(`SELECT set_config('idle_in_transaction_session_timeout', '5000', true)`),
    lock(tx, kitLocks.jobClaims, kind),
  ]);

/** What a claim takes. */
export interface JobClaim extends Lane {
  /** Tenants behind this one, up to `until`. */
  after: string;
  until: string | undefined;
  /** How many jobs at most. */
  room: number;
  /** How many of one tenant at most. */
  each: number;
  /** How many of one tenant may run at once. */
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
 * Claims the oldest due jobs of each tenant in the order of tenants. It steps through the index from tenant to tenant, so
 * that the cost grows with the tenants it visits and not with the jobs that any of them has waiting.
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
