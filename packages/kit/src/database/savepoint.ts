import { together } from './together.ts';
import type { Tx } from './tenant-database.ts';

/**
 * Runs part of a transaction so that it can fail by itself: when `work` throws, its writes are
 * rolled back, what it published is discarded, the error is rethrown, and the transaction can
 * continue. Callbacks that `work`
 * registered with `afterCommit` still run, so use them only for effects that are harmless if
 * nothing happened, such as hints. The savepoint statements are not awaited: they are sent together
 * with those of `work` and of what follows.
 */
export async function savepoint<T>(
  tx: Pick<Tx, 'execute' | 'unwritten'>,
  work: () => Promise<T>,
): Promise<T> {
  const begun = tx.execute('SAVEPOINT part');
  begun.catch(() => undefined);
  const published = tx.unwritten.length;
  try {
    const result = await work();
    await begun;
    // If it fails, so does every later statement, at the latest the commit.
    tx.execute('RELEASE SAVEPOINT part').catch(() => undefined);
    return result;
  } catch (error) {
    tx.unwritten.length = published;
    // Without a savepoint there is nothing to roll back to.
    await begun;
    await together([
      tx.execute('ROLLBACK TO SAVEPOINT part'),
      tx.execute('RELEASE SAVEPOINT part'),
    ]);
    throw error;
  }
}
