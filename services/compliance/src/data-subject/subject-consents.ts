import type { Tx } from '@platform/kit/database';
import { eraseConsents, eraseParticipations } from '../consents/consent-erasure.ts';
import { deleteReceipts } from '../receipts/receipts.ts';
import type { SubjectHash } from '../subject-hash.ts';

/**
 * Erases a person from their consents, and from those of others in which they acted. Receipts that name them go: of a consent that
 * goes on, the next request issues a receipt without them. Returns how many consents there were.
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
