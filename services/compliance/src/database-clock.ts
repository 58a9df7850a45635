import { sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';

/** The time of the statement by the clock of the database, to write. */
export const clockTime = sql<Date>`clock_timestamp()`;

/** The time that decisions go by: the database's, which is the same for every pod. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const row = await tx.row<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
  );
  if (!row) throw new Error('the database did not tell its time');
  return row.now;
}
