import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';

/** The database's time of the statement, for writes. */
export const clockTime = sql<Date>`clock_timestamp()`;

/** Returns the database's time, which is the same for every pod. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const row = await tx.row<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
  );
  if (!row) throw new Error('the database did not tell its time');
  return row.now;
}
