import type { WorkerTx } from './transaction.ts';

/**
 * Runs part of a transaction so that it can fail by itself: when `work` throws, what it wrote is rolled back, the error is
 * thrown on, and the transaction goes on. What `work` wanted done after the commit is done all the same, so use it for
 * effects that are harmless when nothing happened, such as hints.
 */
export async function savepoint<T>(
  tx: Pick<WorkerTx, 'execute'>,
  work: () => Promise<T>,
): Promise<T> {
  await tx.execute('SAVEPOINT part');
  try {
    const result = await work();
    await tx.execute('RELEASE SAVEPOINT part');
    return result;
  } catch (error) {
    await tx.execute('ROLLBACK TO SAVEPOINT part');
    await tx.execute('RELEASE SAVEPOINT part');
    throw error;
  }
}
