import type { Tx } from '@platform/kit/database';
import { eraseConsents } from '../consents/consent-erasure.ts';
import { deleteReceipts } from '../receipts/receipts.ts';
import type { SubjectHash } from '../subject-hash.ts';

/** Erases a person from their consents, and the receipts of those. Answers how many consents there were. */
export async function eraseSubjectConsents(
  tx: Tx,
  subjectIds: readonly string[],
  subjectHash: SubjectHash,
): Promise<number> {
  const consentIds = await eraseConsents(tx, subjectIds, subjectHash);
  await deleteReceipts(tx, consentIds);
  return consentIds.length;
}
