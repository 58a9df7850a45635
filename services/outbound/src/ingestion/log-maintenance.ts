import type { Platform, Worker } from '@platform/kit/service';
import { every } from '@platform/kit/service';

const hour = 3_600_000;
const auditRetention = '14 days';

/** Makes the partitions of the logs ahead and drops those past retention, each hour. */
export function logMaintenance({ db, log, metrics }: Platform, eventsRetentionMs: number): Worker {
  const strays = metrics.gauge('platform_event_log_default_rows', 'Rows in a default partition. Any is a fault of the maintenance.', ['log']);
  const maintain = async (name: string, unit: string, retention: string): Promise<void> => {
    const row = await db.work((tx) => tx.row<{ rows: number }>('SELECT event_log_maintain($1, $2, $3::interval) AS rows', [name, unit, retention]));
    strays.set({ log: name }, row?.rows ?? 0);
    if (row && row.rows > 0) log.error({ log: name, rows: row.rows }, 'rows stand in the default partition');
  };
  return every(hour, 'log-maintenance', log, async () => {
    await maintain('events', 'week', `${eventsRetentionMs} milliseconds`);
    await maintain('audit_events', 'day', auditRetention);
  });
}
