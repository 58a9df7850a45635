import type { Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';
import { eraseGivers, lockConsents } from './consent-store.ts';
import { eraseFromHistory } from './history-store.ts';

const participants = compliance.table('consentParticipants');
const blockRows = 500;

export const countParticipations = (tx: Tx, personIds: readonly string[]): Promise<number> =>
  participants.count(tx, { personId: [...personIds] });

/** Deletes the participants of consents whose history is erased. */
export const deleteParticipants = (tx: Tx, consentIds: readonly string[]): Promise<number> =>
  participants.delete(tx, { consentId: [...consentIds] });

/**
 * Erases people from the consents of others that they gave or changed: replaces their ids; the
 * consents stay valid. Returns the number of consents, and those whose receipts name the giver.
 */
export async function eraseParticipations(
  tx: Tx,
  personIds: readonly string[],
): Promise<{ consents: number; given: string[] }> {
  const erased = new Set<string>();
  const given = new Set<string>();
  for (;;) {
    const personId = [...personIds];
    const where = { personId };
    const block = await participants.list(tx, { where, orderBy: 'consentId', limit: blockRows });
    const ids = [...new Set(block.map(({ consentId }) => consentId))];
    if (ids.length === 0) return { consents: erased.size, given: [...given] };
    await lockConsents(tx, ids);
    await eraseGivers(tx, ids, personId);
    for (const id of await eraseFromHistory(tx, ids, personId)) given.add(id);
    await participants.delete(tx, { personId, consentId: ids });
    for (const id of ids) erased.add(id);
  }
}
