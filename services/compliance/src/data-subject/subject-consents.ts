import type { Tx } from '@platform/kit/database';
import { eraseConsents, eraseParticipations } from '../consents/consent-erasure.ts';
import { deleteReceipts } from '../receipts/receipts.ts';
import type { SubjectHash } from '../subject-hash.ts';

/**
 * Erases a person from their consents, and from those of others in which they acted. Deletes
 * receipts that name them; a consent that stays valid gets a new receipt on the next request.
 * Returns the number of consents.
 */
export async function eraseSubjectConsents(
  tx: Tx,
  subjectIds: readonly string[],
  subjectHash: SubjectHash,
): Promise<{ own: number; others: number }> {
  const own = await eraseConsents(tx, subjectIds, subjectHash);
  const { consents, given } = await eraseParticipations(tx, subjectIds);
  await deleteReceipts(tx, [...own, ...given]);
  return { own: own.length, others: consents };
}
