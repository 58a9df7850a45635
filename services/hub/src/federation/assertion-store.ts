import { createHash } from 'node:crypto';
import type { Tx, WorkerTx } from '@platform/kit/database';

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

/** Removes up to 1,000 marks of assertions that have expired. */
export const sweepSpentAssertions = (tx: WorkerTx): Promise<number> =>
  tx.execute(
    `DELETE FROM spent_assertion WHERE (tenant_id, directory_id, id_hash) IN
       (SELECT tenant_id, directory_id, id_hash FROM spent_assertion WHERE expires_at < now() ORDER BY expires_at LIMIT 1000)`,
  );
