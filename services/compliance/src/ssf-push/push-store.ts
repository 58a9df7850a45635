import type { Tx } from '@platform/kit/database';
import { destinations } from '@platform/kit/delivery';

/** The leases of queues, on the rows of their receivers. */
export const queueDestinations = destinations({
  table: 'ssf_receivers',
  id: 'id',
  dueAt: 'due_at',
  mayRun: "status = 'enabled'",
  priorityClass: "CASE WHEN consecutive_failures > 0 THEN 'poor' ELSE 'good' END",
});

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

/** Counts a failure, and keeps the lease. */
export const recordFault = (tx: Tx, receiverId: string, error: string): Promise<number> =>
  tx.execute(
    `UPDATE ssf_receivers SET consecutive_failures = consecutive_failures + 1, last_error = $3 WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, receiverId, error],
  );
