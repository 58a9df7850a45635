import { deleteOlder } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';

/** What is kept for a time only, and for how long. */
const kept = [
  ['user_tombstones', 'deleted_at', '400 days'],
  ['erasure_suppressions', 'created_at', '90 days'],
  ['provisioned_logins', 'created_at', '7 days'],
  ['invitations', 'ended_at', '400 days'],
  ['sync_runs', 'finished_at', '90 days'],
  ['retired_directory_groups', 'retired_at', '90 days'],
  ['retired_directory_users', 'retired_at', '90 days'],
] as const;

/** Removes what has been kept long enough. */
export async function sweepRetention(db: Database): Promise<void> {
  for (const [table, column, life] of kept) await deleteOlder(db, { table, column, life });
}
