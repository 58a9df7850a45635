import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';

/** What {@link maintainWebhooks} needs. */
export interface MaintenanceOptions { db: Pick<Database, 'work'>; eventsRetention: number; attemptsRetention: number; log: Logger }

/** Makes and drops partitions of deliveries and attempts; removes windows that are over. */
export async function maintainWebhooks({ db, eventsRetention, attemptsRetention, log }: MaintenanceOptions): Promise<void> {
  const logs = [['webhook_deliveries', 'week', eventsRetention], ['webhook_attempts', 'day', attemptsRetention]] as const;
  for (const [name, unit, retentionMs] of logs) {
    const row = await db.work((tx) => tx.row<{ strays: number }>('SELECT webhook_log_maintain($1, $2, $3) AS strays', [name, unit, `${retentionMs} milliseconds`]));
    if (row && row.strays > 0) log.error({ table: name, rows: row.strays }, 'rows stand in the default partition');
  }
  await db.work((tx) => tx.execute("DELETE FROM rate_windows WHERE window_start < now() - interval '1 day'"));
}
