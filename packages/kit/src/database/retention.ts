import type { Database } from './tenant-database.ts';

const stepRows = 1_000;

/**
 * Deletes the rows of a table that are older than `life` (an interval), about a thousand per step,
 * oldest first. The worker role needs `SELECT (column), DELETE` on the table and no access to its
 * content. Returns the number of deleted rows.
 */
export async function deleteOlder(
  db: Pick<Database, 'work'>,
  { table, column, life }: { table: string; column: string; life: string },
): Promise<number> {
  const step = `WITH edge AS (SELECT max(${column}) AS at FROM (
      SELECT ${column} FROM ${table} WHERE ${column} < now() - $1::interval ORDER BY ${column} LIMIT ${stepRows}) AS oldest)
    DELETE FROM ${table} AS old USING edge WHERE old.${column} <= edge.at`;
  let total = 0;
  for (let removed = stepRows; removed >= stepRows; total += removed)
    removed = await db.work((tx) => tx.execute(step, [life]));
  return total;
}
