import { sql, textArray } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import { asOf } from './time-column.ts';

const stored = directory.table('credentialBatch');
// `asOf`: when the credentials were received.
const batches = stored.pick('id', 'sealed', 'version').compute(() => ({ asOf }));

export type CredentialBatchRow = RowOf<typeof batches>;

export const insertCredentialBatch = (
  tx: Tx,
  { id, sealed, users }: { id: string; sealed: string; users: readonly string[] },
): Promise<number> => {
  const sorted = users.toSorted();
  return stored.insert(tx, { id, sealed, firstUserId: sorted[0]!, lastUserId: sorted.at(-1)! });
};

export const findCredentialBatch = (tx: Tx, id: string): Promise<CredentialBatchRow | undefined> =>
  batches.find(tx, { id });

/**
 * Locks the batches that may contain credentials of these users, in an order that all callers
 * share.
 */
export const lockCredentialBatches = (
  tx: Tx,
  userIds: readonly string[],
): Promise<CredentialBatchRow[]> => {
  const isWithin = sql<boolean>`EXISTS (SELECT FROM unnest(${textArray(userIds)}::text[]) AS u (id)
    WHERE u.id COLLATE "C" BETWEEN first_user_id AND last_user_id)`;
  return batches.only(() => isWithin).list(tx, { orderBy: 'id', lock: 'update' });
};

export const updateCredentialBatch = (
  tx: Tx,
  { id, sealed }: Pick<CredentialBatchRow, 'id' | 'sealed'>,
): Promise<number> =>
  stored.update(tx, { id }, (of) => ({ sealed, version: of('version', '+', 1) }));

export const deleteCredentialBatch = (tx: Tx, id: string): Promise<number> =>
  stored.delete(tx, { id });

/** Deletes a batch unless a user was withdrawn from it in the meantime. Returns whether it did. */
export const deleteUnchangedBatch = async (
  tx: Tx,
  { id, version }: Pick<CredentialBatchRow, 'id' | 'version'>,
): Promise<boolean> => (await stored.delete(tx, { id, version })) > 0;
