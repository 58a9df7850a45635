import type { Tx } from '@platform/kit/database';

/** Has a receiver not learn about a person any more. */
export const insertRemovedSubject = (
  tx: Tx,
  receiverId: string,
  subjectId: string,
): Promise<number> =>
  tx.execute(
    'INSERT INTO ssf_removed_subjects (tenant_id, receiver_id, subject_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.context.tenantId, receiverId, subjectId],
  );

/** Has a receiver learn about a person again. */
export const deleteRemovedSubject = (
  tx: Tx,
  receiverId: string,
  subjectId: string,
): Promise<number> =>
  tx.execute(
    'DELETE FROM ssf_removed_subjects WHERE tenant_id = $1 AND receiver_id = $2 AND subject_id = $3',
    [tx.context.tenantId, receiverId, subjectId],
  );

/** The receivers that do not learn about a person. */
export async function listReceiversWithout(
  tx: Tx,
  subjectId: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    'SELECT receiver_id AS id FROM ssf_removed_subjects WHERE tenant_id = $1 AND subject_id = $2',
    [tx.context.tenantId, subjectId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Forgets a person whom nobody learns about any more. */
export const deleteRemovals = (tx: Tx, subjectId: string): Promise<number> =>
  tx.execute('DELETE FROM ssf_removed_subjects WHERE tenant_id = $1 AND subject_id = $2', [
    tx.context.tenantId,
    subjectId,
  ]);
