import type { Database } from '@platform/kit/database';

/** What is kept for a time only, and for how long. */
const kept = [
  ['user_tombstones', 'deleted_at', '400 days'], ['erasure_suppressions', 'created_at', '90 days'], ['provisioned_logins', 'created_at', '7 days'],
] as const;

/** Removes what has been kept long enough, a thousand rows a step. */
export async function sweepRetention(db: Database): Promise<void> {
  for (const [table, column, life] of kept) {
    const step = `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${column} < now() - $1::interval LIMIT 1000)`;
    while ((await db.work((tx) => tx.execute(step, [life]))) === 1000);
  }
}
