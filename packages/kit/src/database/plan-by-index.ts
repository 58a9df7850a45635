import type { WorkerTx } from './transaction.ts';

/**
 * Has the searches of this transaction planned along an index that has their order. Statistics of a table that fills and empties
 * within seconds are always out of date, and with those the planner reads all that is pending and sorts it.
 */
export const planByIndex = (tx: WorkerTx): Promise<unknown> =>
  tx.rows(
    `SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`,
  );
