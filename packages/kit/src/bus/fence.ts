import type { Database, WorkerTx } from '../database/database.ts';

/** A pod's claim to a partition of a consumer. */
export interface Claim {
  consumer: string;
  partition: string;
  /** Incremented at each takeover: the pod with the current epoch holds the partition. */
  epoch: number;
}

/** A database whose transactions commit only while this pod holds a partition. */
export type FencedDatabase = Pick<Database, 'schema' | 'transact' | 'read' | 'work'>;

/** Whether the error means that another pod has taken over the partition. */
export const isPartitionLost = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'PLOST';

/**
 * Locks a partition's row in each transaction that writes: a takeover waits for running
 * transactions, and afterwards the previous holder cannot commit, however long it was paused. Its
 * transactions fail with an error that {@link isPartitionLost} recognizes.
 */
export function fencedDatabase(
  db: FencedDatabase,
  { consumer, partition, epoch }: Claim,
): FencedDatabase {
  const whileHeld =
    <X extends Pick<WorkerTx, 'execute'>, T>(work: (tx: X) => Promise<T>) =>
    async (tx: X): Promise<T> => {
      // Sent with BEGIN. If it fails, the database rejects every later statement.
      const holding = tx.execute('SELECT hold_stream_position($1, $2, $3)', [
        consumer,
        partition,
        epoch,
      ]);
      const [, result] = await Promise.all([holding, work(tx)]);
      return result;
    };
  return {
    schema: db.schema,
    read: db.read,
    transact: (context, work) => db.transact(context, whileHeld(work)),
    work: (work) => db.work(whileHeld(work)),
  };
}
