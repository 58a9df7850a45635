import { textArray } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { timeOf } from './time-column.ts';

/** A batch as it is kept. */
export interface CredentialBatchRow {
  id: string;
  sealed: string;
  version: number;
  /** When the credentials were received, in RFC 3339 to the microsecond. */
  asOf: string;
}

const columns = `id, sealed, version, ${timeOf('created_at')} AS as_of`;

export async function insertCredentialBatch(
  tx: Tx,
  { id, sealed, users }: { id: string; sealed: string; users: readonly string[] },
): Promise<void> {
  const sorted = users.toSorted();
  await tx.execute(
    'INSERT INTO credential_batch (tenant_id, id, first_user_id, last_user_id, sealed) VALUES ($1, $2, $3, $4, $5)',
    [tx.context.tenantId, id, sorted[0], sorted.at(-1), sealed],
  );
}

export const findCredentialBatch = (tx: Tx, id: string): Promise<CredentialBatchRow | undefined> =>
  tx.row(`SELECT ${columns} FROM credential_batch WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** The batches that credentials of these users may be in, locked in one order for all. */
export const lockCredentialBatches = (
  tx: Tx,
  userIds: readonly string[],
): Promise<CredentialBatchRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM credential_batch WHERE tenant_id = $1
       AND EXISTS (SELECT FROM unnest($2::text[]) AS u (id) WHERE u.id COLLATE "C" BETWEEN first_user_id AND last_user_id)
     ORDER BY id FOR UPDATE`,
    [tx.context.tenantId, textArray(userIds)],
  );

export async function updateCredentialBatch(
  tx: Tx,
  { id, sealed }: Pick<CredentialBatchRow, 'id' | 'sealed'>,
): Promise<void> {
  await tx.execute(
    'UPDATE credential_batch SET sealed = $3, version = version + 1 WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id, sealed],
  );
}

export async function deleteCredentialBatch(tx: Tx, id: string): Promise<void> {
  await tx.execute('DELETE FROM credential_batch WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);
}

/** Deletes a batch unless somebody was withdrawn from it since; returns whether it did. */
export const deleteUnchangedBatch = async (
  tx: Tx,
  { id, version }: Pick<CredentialBatchRow, 'id' | 'version'>,
): Promise<boolean> =>
  (await tx.execute(
    'DELETE FROM credential_batch WHERE tenant_id = $1 AND id = $2 AND version = $3',
    [tx.context.tenantId, id, version],
  )) > 0;

/** Which of these users exist. */
export const listExistingUsers = async (
  tx: Tx,
  userIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx.rows<{ id: string }>(
    'SELECT id FROM users WHERE tenant_id = $1 AND id = ANY ($2::text[])',
    [tx.context.tenantId, textArray(userIds)],
  );
  return new Set(rows.map(({ id }) => id));
};
