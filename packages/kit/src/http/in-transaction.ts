import type { Bus } from '../bus/bus.ts';
import type { Tx } from '../database/database.ts';
import type { InTransaction } from './handlers.ts';

/** SQL and facts of one transaction, for work that no operation brings in: RPC, consumers, workers. */
export const inTransaction = (bus: Pick<Bus, 'outbox' | 'wakeRelay'>, tx: Tx): InTransaction => ({
  tx,
  async publish(event) {
    tx.afterCommit(bus.wakeRelay);
    return bus.outbox.publish(tx, event);
  },
});
