import type { Database } from '@platform/kit/database';

/** Makes the partitions of the months to come and drops those whose changes are no longer kept. */
export const maintainChanges = (db: Database, retentionMs: number): Promise<unknown> =>
  db.work((tx) => tx.execute('SELECT fga_changes_maintain(make_interval(secs => $1))', [retentionMs / 1000]));
