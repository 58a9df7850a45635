import { deleteOlder } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import type { SubjectHash } from '../subject-hash.ts';
import {
  countPersonal,
  erasePersonal,
  findSeen,
  insertErasedHashes,
  lockAuditHead,
} from './record-store.ts';

/**
 * Removes what names these people from the audit log, and from whatever arrives about them later. The chain verifies as
 * before: it holds commitments, whose salts go too. Answers how many records there were.
 */
export async function eraseFromAuditLog(
  tx: Tx,
  personIds: readonly string[],
  subjectHash: SubjectHash,
): Promise<number> {
  const { tenantId } = tx.context;
  // A batch that is being appended has looked up who was erased: its records are seen here, or it sees the hashes.
  await lockAuditHead(tx);
  await insertErasedHashes(
    tx,
    personIds.map((id) => subjectHash(tenantId, id)),
  );
  return erasePersonal(tx, personIds);
}

/** Forgets whom the log was erased of longer ago than their tombstones are kept. Answers how many people. */
export const forgetErasedPeople = (
  db: Pick<Database, 'work'>,
  retentionMs: number,
): Promise<number> =>
  deleteOlder(db, {
    table: 'audit_erased_people',
    column: 'erased_at',
    life: `${retentionMs} milliseconds`,
  });

/** What an erasure would remove; see {@link eraseFromAuditLog}. */
export const auditRecordsNaming = countPersonal;

/** Which of these records the log has taken. */
export const recordedAmong = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await findSeen(tx, ids)).keys());
