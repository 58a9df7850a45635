import type { WorkerTx } from './transaction.ts';

/**
 * Makes the planner use an index that has the order of the search. Statistics of a table that fills
 * and empties within seconds are always outdated, and with those the planner would read all pending
 * rows and sort them.
 */
export const planByIndex = (tx: WorkerTx): Promise<unknown> =>
  tx.rows(
    `SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`,
  );
