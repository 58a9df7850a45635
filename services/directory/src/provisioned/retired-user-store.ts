import type { Tx } from '@platform/kit/database';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import { nameKey } from './provisioned-resource.ts';

/** Remembers the user whom a directory managed under a name that it removes. */
export async function insertRetiredUser(
  tx: Tx,
  { directoryId, userName, externalId, userId }: DirectoryUserRecord,
): Promise<void> {
  await tx.execute(
    `INSERT INTO retired_directory_users (tenant_id, directory_id, user_name_key, external_id, user_id, retired_at) VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (tenant_id, directory_id, user_name_key) DO UPDATE
     SET external_id = excluded.external_id, user_id = excluded.user_id, retired_at = excluded.retired_at`,
    [tx.context.tenantId, directoryId, nameKey(userName), externalId, userId],
  );
}

/**
 * The user whom the directory managed under this name before it removed them. Another external id means another person, to whom
 * the directory has given the name since.
 */
export async function findRetiredUser(
  tx: Tx,
  {
    directoryId,
    userName,
    externalId,
  }: Pick<DirectoryUserRecord, 'directoryId' | 'userName' | 'externalId'>,
): Promise<string | undefined> {
  const row = await tx.row<{ userId: string }>(
    `SELECT user_id FROM retired_directory_users WHERE tenant_id = $1 AND directory_id = $2 AND user_name_key = $3
       AND coalesce(external_id = $4, true)`,
    [tx.context.tenantId, directoryId, nameKey(userName), externalId],
  );
  return row?.userId;
}

/** Forgets a user who is deleted. */
export async function deleteRetiredUser(tx: Tx, userId: string): Promise<void> {
  await tx.execute('DELETE FROM retired_directory_users WHERE tenant_id = $1 AND user_id = $2', [
    tx.context.tenantId,
    userId,
  ]);
}
