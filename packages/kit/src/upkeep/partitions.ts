import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { SingletonJob } from '../jobs/singleton-job.ts';

/**
 * A table that is partitioned by time and has a default partition. Its rows are kept for at least
 * `retentionMs`.
 */
export interface TimeLog {
  table: string;
  unit: 'hour' | 'day' | 'week' | 'month';
  retentionMs: number;
}

/**
 * Creates upcoming partitions and drops those that ended before the retention period, unless the
 * table's own `{table}_before_drop` keeps them. Safe to run from several pods concurrently. Returns
 * the number of rows in the default partition, which is 0 if this runs regularly.
 */
export async function maintainPartitions(
  db: Pick<Database, 'work'>,
  { table, unit, retentionMs }: TimeLog,
): Promise<number> {
  const row = await db.work((tx) =>
    tx.row<{ strays: number }>('SELECT partitions_maintain($1, $2, $3::interval) AS strays', [
      table,
      unit,
      `${retentionMs} milliseconds`,
    ]),
  );
  return row?.strays ?? 0;
}

/** Runs {@link maintainPartitions} for each table every hour. */
export function partitionUpkeep(
  { db, log, metrics }: { db: Pick<Database, 'work'>; log: Logger; metrics: Metrics },
  logs: readonly TimeLog[],
): SingletonJob {
  const standing = metrics.gauge('platform_default_partition_rows');
  return {
    name: `partitions of ${logs.map(({ table }) => table).join(', ')}`,
    schedule: 3_600_000,
    atStart: true,
    gauges: [standing],
    async work() {
      for (const each of logs) {
        const rows = await maintainPartitions(db, each);
        standing.set({ table: each.table }, rows);
        if (rows > 0) log.error({ table: each.table, rows }, 'the default partition contains rows');
      }
    },
  };
}
