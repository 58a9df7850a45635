import type { Tx, WorkerTx } from '@platform/kit/database';

/** A queue that this pod pushes; what it writes carries the epoch. */
export interface HeldQueue {
  tenantId: string;
  receiverId: string;
  epoch: number;
}

/** Takes queues that are due: of receivers that answer, or of those that failed last. */
export const claimDueQueues = (
  tx: WorkerTx,
  { isFailing, limit, leaseMs }: { isFailing: boolean; limit: number; leaseMs: number },
): Promise<HeldQueue[]> =>
  tx.prepared<HeldQueue>(
    'claim_ssf_queues',
    `WITH due AS (
       SELECT tenant_id, id FROM ssf_receivers
       WHERE status = 'enabled' AND due_at <= now() AND (leased_until IS NULL OR leased_until < now()) AND (consecutive_failures > 0) = $1
       ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE ssf_receivers r SET leased_until = now() + make_interval(secs => $3), epoch = r.epoch + 1
     FROM due WHERE r.tenant_id = due.tenant_id AND r.id = due.id
     RETURNING r.tenant_id, r.id AS receiver_id, r.epoch`,
    [isFailing, limit, leaseMs / 1000],
  );

export const renewLease = (tx: Tx, receiverId: string, leaseMs: number): Promise<number> =>
  tx.execute(
    'UPDATE ssf_receivers SET leased_until = clock_timestamp() + make_interval(secs => $3) WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, receiverId, leaseMs / 1000],
  );

/** Gives a queue back; it is due at once where something waits. */
export const releaseQueue = (tx: Tx, receiverId: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET leased_until = NULL, due_at = CASE WHEN status = 'enabled' AND pending_count > 0 THEN now() END
     WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, receiverId],
  );

/** Gives a queue back until its head is tried again. */
export const postponeQueue = (
  tx: Tx,
  receiverId: string,
  { error, pauseMs }: { error: string; pauseMs: number },
): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET consecutive_failures = consecutive_failures + 1, last_error = $3, leased_until = NULL,
       due_at = now() + make_interval(secs => $4) WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, receiverId, error, pauseMs / 1000],
  );

export const recordDelivered = (tx: Tx, receiverId: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET consecutive_failures = 0, last_error = NULL, last_delivered_at = now() WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, receiverId],
  );

export const recordRejected = (tx: Tx, receiverId: string, error: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET consecutive_failures = consecutive_failures + 1, last_error = $3 WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, receiverId, error],
  );
