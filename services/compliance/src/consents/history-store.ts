import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { HistoryEntry } from './consent-history.ts';

/** An entry with its id. */
export interface HistoryRow extends HistoryEntry {
  id: string;
}

const columns = 'id, entry, personal, salt, commitment, previous_hash, hash, recorded_at';

export const insertHistoryEntry = (tx: Tx, h: HistoryEntry): Promise<number> =>
  tx.execute(
    `INSERT INTO consent_history (tenant_id, consent_id, seq, id, entry, personal, salt, commitment, previous_hash, hash, recorded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.context.tenantId,
      h.entry.consentId,
      h.entry.seq,
      newId('consentHistoryEntry'),
      JSON.stringify(h.entry),
      JSON.stringify(h.personal),
      h.salt,
      h.commitment,
      h.previousHash,
      h.hash,
      h.entry.recordedAt,
    ],
  );

/** The last entries, newest first. */
export const listRecentHistory = (
  tx: Tx,
  consentId: string,
  limit: number,
): Promise<HistoryRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM consent_history WHERE tenant_id = $1 AND consent_id = $2 ORDER BY seq DESC LIMIT $3`,
    [tx.context.tenantId, consentId, limit],
  );

/** All entries up to this one, oldest first. */
export const listHistory = (tx: Tx, consentId: string, upTo: number): Promise<HistoryRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM consent_history WHERE tenant_id = $1 AND consent_id = $2 AND seq <= $3 ORDER BY seq`,
    [tx.context.tenantId, consentId, upTo],
  );

/** Removes what names the person. The chain still verifies. */
export const eraseHistory = (tx: Tx, consentIds: readonly string[]): Promise<number> =>
  tx.execute(
    'UPDATE consent_history SET personal = NULL, salt = NULL WHERE tenant_id = $1 AND consent_id = ANY($2) AND personal IS NOT NULL',
    [tx.context.tenantId, consentIds],
  );
