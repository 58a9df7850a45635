import { deleteOlder } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';

/** Tables with a retention period. */
const kept = [
  ['user_tombstones', 'deleted_at', '400 days'],
  ['erasure_suppressions', 'created_at', '90 days'],
  ['provisioned_logins', 'created_at', '7 days'],
  ['pending_emails', 'sent_at', '2 days'],
  ['invitations', 'ended_at', '400 days'],
  ['setup_links', 'ends_at', '400 days'],
  ['user_bulk_jobs', 'finished_at', '90 days'],
  ['user_bulk_job_failures', 'created_at', '90 days'],
  ['sync_runs', 'finished_at', '90 days'],
  ['retired_directory_groups', 'retired_at', '90 days'],
  ['retired_directory_users', 'retired_at', '90 days'],
] as const;

/** Removes rows past their retention period. */
export async function sweepRetention(db: Database): Promise<void> {
  for (const [table, column, life] of kept) await deleteOlder(db, { table, column, life });
}
