import { erasedKey } from '@platform/data-lifecycle/data-subject';
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

/**
 * Replaces the ids of people who acted in the consents of others. Without its salt, a commitment does not tell the id, and the
 * chain still verifies. Returns the consents that one of them gave.
 */
export async function eraseFromHistory(
  tx: Tx,
  consentIds: readonly string[],
  personIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ consentId: string; isGiver: boolean }>(
    `UPDATE consent_history SET salt = NULL, personal = personal || jsonb_build_object(
       'actor', CASE WHEN personal #>> '{actor,type}' = 'user' AND personal #>> '{actor,id}' = ANY($3)
         THEN jsonb_build_object('type', 'user', 'id', $4::text) ELSE personal -> 'actor' END,
       'givenBy', CASE WHEN personal #>> '{givenBy,id}' = ANY($3)
         THEN jsonb_build_object('type', personal #> '{givenBy,type}', 'id', $4::text) ELSE personal -> 'givenBy' END)
     WHERE tenant_id = $1 AND consent_id = ANY($2)
       AND (personal #>> '{givenBy,id}' = ANY($3) OR (personal #>> '{actor,type}' = 'user' AND personal #>> '{actor,id}' = ANY($3)))
     RETURNING consent_id, personal #>> '{givenBy,id}' = $4 AS is_giver`,
    [tx.context.tenantId, consentIds, personIds, erasedKey],
  );
  return [...new Set(rows.filter(({ isGiver }) => isGiver).map(({ consentId }) => consentId))];
}
