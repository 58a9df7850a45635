import { createHash } from 'node:crypto';
import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';

/** An assertion of one directory's identity provider. */
export interface SpentAssertion {
  directoryId: string;
  id: string;
  /** Until then the assertion would be valid again. */
  expiresAt: Date;
}

/** Marks an assertion as used; 0 if it was used before. */
export const insertSpentAssertion = (
  tx: Tx,
  { directoryId, id, expiresAt }: SpentAssertion,
): Promise<number> =>
  tx.execute(
    `INSERT INTO spent_assertion (tenant_id, directory_id, id_hash, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT ON CONSTRAINT spent_assertion__id_key DO NOTHING`,
    [tx.context.tenantId, directoryId, createHash('sha256').update(id).digest(), expiresAt],
  );

/** Forgets assertions that have expired. */
export const sweepSpentAssertions = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'spent_assertion', column: 'expires_at', life: '0' });
