import { erasedKey } from '@platform/data-lifecycle/data-subject';
import type { RowOf, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { compliance } from '../generated/tables.ts';
import type { HistoryEntry } from './consent-history.ts';

const history = compliance
  .table('consentHistory')
  .narrow<Pick<HistoryEntry, 'entry' | 'personal'>>();

export type HistoryRow = RowOf<typeof history>;

export const insertHistoryEntry = (tx: Tx, added: HistoryEntry): Promise<number> => {
  const { consentId, seq, recordedAt } = added.entry;
  const id = newId('consentHistoryEntry');
  return history.insert(tx, { ...added, id, consentId, seq, recordedAt: new Date(recordedAt) });
};

/** Lists the last entries, newest first. */
export const listRecentHistory = (
  tx: Tx,
  consentId: string,
  limit: number,
): Promise<HistoryRow[]> => history.list(tx, { where: { consentId }, orderBy: 'seq desc', limit });

/** Lists all entries up to this one, oldest first. */
export const listHistory = (tx: Tx, consentId: string, upTo: number): Promise<HistoryRow[]> =>
  history.only((of) => of('seq', '<=', upTo)).list(tx, { where: { consentId }, orderBy: 'seq' });

/** Removes the personal parts. The chain still verifies. */
export const eraseHistory = (tx: Tx, consentId: readonly string[]): Promise<number> =>
  history
    .only((of) => of('personal', 'is not', null))
    .update(tx, { consentId }, { personal: null, salt: null });

/**
 * Replaces the ids of people who acted in the consents of others. A commitment without its salt
 * does not reveal the id, and the chain still verifies. Returns the consents that one of them gave.
 */
export async function eraseFromHistory(
  tx: Tx,
  consentIds: readonly string[],
  personIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<Pick<HistoryRow, 'consentId'> & { isGiver: boolean }>(
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
