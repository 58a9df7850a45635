import { fromNow, now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { destinations } from '@platform/kit/delivery';
import { compliance } from '../generated/tables.ts';

/** Leases of queues, on the rows of their receivers. */
export const queueDestinations = destinations({
  table: 'ssf_receivers',
  id: 'id',
  dueAt: 'due_at',
  mayRun: "status = 'enabled'",
  priorityClass: "CASE WHEN consecutive_failures > 0 THEN 'poor' ELSE 'good' END",
});

const queues = compliance.table('ssfReceivers');

/** Releases a queue; due immediately if tokens are pending. */
export const releaseQueue = (tx: Tx, id: string): Promise<number> =>
  queues.update(
    tx,
    { id },
    {
      leasedUntil: null,
      dueAt: sql<Date | null>`CASE WHEN status = 'enabled' AND pending_count > 0 THEN now() END`,
    },
  );

/** Releases a queue until the next attempt of its head. */
export const postponeQueue = (
  tx: Tx,
  id: string,
  { error, pauseMs }: { error: string; pauseMs: number },
): Promise<number> =>
  queues.update(tx, { id }, (of) => ({
    consecutiveFailures: of('consecutiveFailures', '+', 1),
    lastError: error,
    leasedUntil: null,
    dueAt: fromNow(pauseMs),
  }));

export const recordDelivered = (tx: Tx, id: string): Promise<number> =>
  queues.update(tx, { id }, { consecutiveFailures: 0, lastError: null, lastDeliveredAt: now });

/** Counts a failure and keeps the lease. */
export const recordFault = (tx: Tx, id: string, error: string): Promise<number> =>
  queues.update(tx, { id }, (of) => ({
    consecutiveFailures: of('consecutiveFailures', '+', 1),
    lastError: error,
  }));
