import { arrayLiteral, sql, textArray } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import { asOf } from './time-column.ts';

const stored = directory.table('credentialHandover');
const handovers = stored.pick('userId', 'sealed').compute(() => ({ asOf }));

/** A sealed credential that waits for its hand-over, and since when. */
export type HandoverRow = RowOf<typeof handovers>;

/** Counts the waiting credentials of the tenant, up to this limit. */
export const countWaitingCredentials = async (tx: Tx, limit: number): Promise<number> =>
  (
    await tx.prepared(
      'waiting_credentials',
      'SELECT FROM credential_handover WHERE tenant_id = $1 LIMIT $2',
      [tx.context.tenantId, limit],
    )
  ).length;

export const insertCredentialHandover = (tx: Tx, userId: string, sealed: string): Promise<number> =>
  stored.insert(tx, { userId, sealed, createdAt: sql<Date>`clock_timestamp()` });

/**
 * Stores sealed credentials of users until the identity service accepts them. Replaces one that is
 * waiting; the new one gets the later time, regardless of the clock.
 */
export async function upsertCredentialHandovers(
  tx: Tx,
  given: readonly Pick<HandoverRow, 'userId' | 'sealed'>[],
): Promise<void> {
  await tx.execute(
    `INSERT INTO credential_handover AS waiting (tenant_id, user_id, sealed, created_at)
     SELECT $1, user_id, sealed, clock_timestamp() FROM unnest($2::text[], $3::text[]) AS h (user_id, sealed)
     ON CONFLICT (tenant_id, user_id) DO UPDATE SET sealed = excluded.sealed,
       created_at = greatest(excluded.created_at, waiting.created_at + interval '1 microsecond')`,
    [
      tx.context.tenantId,
      textArray(given.map((h) => h.userId)),
      textArray(given.map((h) => h.sealed)),
    ],
  );
}

/** The waiting sealed credentials of these users. */
export const listCredentialHandovers = (
  tx: Tx,
  userIds: readonly string[],
): Promise<HandoverRow[]> => handovers.list(tx, { where: { userId: userIds }, orderBy: 'userId' });

/**
 * Deletes credentials that were handed over, unless they were replaced in the meantime; returns the
 * users whose rows were deleted.
 */
export const deleteCredentialHandovers = async (
  tx: Tx,
  given: readonly Pick<HandoverRow, 'userId' | 'asOf'>[],
): Promise<Set<string>> => {
  const deleted = await tx.rows<Pick<HandoverRow, 'userId'>>(
    `DELETE FROM credential_handover h USING unnest($2::text[], $3::timestamptz[]) AS gone (user_id, as_of)
     WHERE h.tenant_id = $1 AND h.user_id = gone.user_id AND h.created_at = gone.as_of RETURNING h.user_id`,
    [
      tx.context.tenantId,
      textArray(given.map(({ userId }) => userId)),
      arrayLiteral(given.map(({ asOf }) => asOf)),
    ],
  );
  return new Set(deleted.map(({ userId }) => userId));
};

/** Removes the credential of a deleted user. */
export const deleteCredentialHandover = (tx: Tx, userId: string): Promise<number> =>
  stored.delete(tx, { userId });
