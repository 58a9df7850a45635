import type { Tx } from '@platform/kit/database';
import { databaseNow } from '../database-clock.ts';
import { isLiveConsent } from './consent-state.ts';
import { lockConsentsOf, updateConsent } from './consent-store.ts';
import type { ConsentRecord } from './consent-store.ts';
import { onErasure } from './consent-transitions.ts';
import { writeConsent } from './consent-writes.ts';
import { eraseHistory } from './history-store.ts';
import { deleteParticipants } from './participant-erasure.ts';
import type { SubjectHash } from '../subject-hash.ts';

export { countConsentsOf } from './consent-store.ts';
export { countParticipations, eraseParticipations } from './participant-erasure.ts';

/** Invalidates a live consent, so that no further processing can be based on it. */
async function invalidate(tx: Tx, consent: ConsentRecord, now: Date): Promise<ConsentRecord> {
  const { personal } = consent;
  if (!isLiveConsent(consent.state) || personal === null) return consent;
  const terms = { ...consent, personal };
  const transition = onErasure();
  const occasion = { at: consent.lastAt > now ? consent.lastAt : now, now };
  return (await writeConsent(tx, { before: consent, terms, transition, occasion })) ?? consent;
}

/**
 * Erases a person from their consents: invalidates live ones, replaces ids by hashes, and removes
 * evidence, metadata and the personal part of histories. The remaining proof is anonymous (GDPR
 * Art. 17(3)(e)). Returns the ids of the consents.
 */
export async function eraseConsents(
  tx: Tx,
  subjectIds: readonly string[],
  subjectHash: SubjectHash,
): Promise<string[]> {
  const consents = await lockConsentsOf(tx, subjectIds);
  const now = await databaseNow(tx);
  for (const consent of consents) {
    const ended = await invalidate(tx, consent, now);
    const subjectId = subjectHash(tx.context.tenantId, consent.subjectId);
    await updateConsent(tx, { ...ended, subjectId, personal: null });
  }
  const ids = consents.map(({ id }) => id);
  await eraseHistory(tx, ids);
  await deleteParticipants(tx, ids);
  return ids;
}
