import { deleteOlder } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import type { SingletonJob } from './singleton-job.ts';

/**
 * Deletes expired rows of the kit's own tables, and the rows of singletons that no pod has run for
 * a week.
 */
export const kitSweep = (db: Database): SingletonJob => ({
  name: 'sweep',
  schedule: 3_600_000,
  atStart: true,
  async work() {
    await deleteOlder(db, { table: 'idempotency_key', column: 'created_at', life: '24 hours' });
    await deleteOlder(db, { table: 'consumed_event', column: 'consumed_at', life: '14 days' });
    await deleteOlder(db, { table: 'lease', column: 'leased_until', life: '1 hour' });
    await deleteOlder(db, { table: 'job', column: 'expires_at', life: '0' });
    await db.work((tx) =>
      tx.execute(
        `DELETE FROM job WHERE state = 'PENDING' AND is_due AND schedule IS NOT NULL AND run_at < now() - interval '7 days'`,
      ),
    );
  },
});
