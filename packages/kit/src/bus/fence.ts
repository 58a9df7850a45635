import type { Database, WorkerTx } from '../database/database.ts';

/** A partition of a consumer, as one pod took it. */
export interface Claim {
  consumer: string;
  partition: string;
  /** Counts take-overs: whoever knows the current one holds the partition. */
  epoch: number;
}

/** A database whose transactions commit only while a partition is held. */
export type FencedDatabase = Pick<Database, 'schema' | 'transact' | 'read' | 'work'>;

/** Says whether an error means that another pod has taken the partition. */
export const isPartitionLost = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'PLOST';

/**
 * Holds a partition in each transaction that writes: a take-over waits for those under way, and afterwards none of the old
 * holder can commit, however long it was paused. They fail with an error that {@link isPartitionLost} recognizes.
 */
export function fencedDatabase(
  db: FencedDatabase,
  { consumer, partition, epoch }: Claim,
): FencedDatabase {
  const whileHeld =
    <X extends Pick<WorkerTx, 'execute'>, T>(work: (tx: X) => Promise<T>) =>
    async (tx: X): Promise<T> => {
      // Sent with BEGIN. When it fails, the database refuses every statement behind it.
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
