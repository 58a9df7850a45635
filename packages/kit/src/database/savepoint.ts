import { together } from './together.ts';
import type { WorkerTx } from './transaction.ts';

/**
 * Runs part of a transaction so that it can fail by itself: when `work` throws, what it wrote is rolled back, the error is
 * thrown on, and the transaction goes on. What `work` wanted done after the commit is done all the same, so use it for
 * effects that are harmless when nothing happened, such as hints. The statements around `work` are not waited for: they travel
 * with those of `work` and of what follows.
 */
export async function savepoint<T>(
  tx: Pick<WorkerTx, 'execute'>,
  work: () => Promise<T>,
): Promise<T> {
  const begun = tx.execute('SAVEPOINT part');
  begun.catch(() => undefined);
  try {
    const result = await work();
    await begun;
    // If it fails, so does whatever follows, and the commit at the latest.
    tx.execute('RELEASE SAVEPOINT part').catch(() => undefined);
    return result;
  } catch (error) {
    // Without a savepoint there is nothing to go back to.
    await begun;
    await together([
      tx.execute('ROLLBACK TO SAVEPOINT part'),
      tx.execute('RELEASE SAVEPOINT part'),
    ]);
    throw error;
  }
}
