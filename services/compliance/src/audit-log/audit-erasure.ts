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
 * Removes what names these people from the audit log, and from records that arrive later. The chain
 * still verifies: it contains commitments, whose salts are removed as well. Returns the number of
 * records.
 */
export async function eraseFromAuditLog(
  tx: Tx,
  personIds: readonly string[],
  subjectHash: SubjectHash,
): Promise<number> {
  const { tenantId } = tx.context;
  // The lock waits for a batch that is being appended and has already checked who was erased. Later
  // batches see the hashes.
  await lockAuditHead(tx);
  await insertErasedHashes(
    tx,
    personIds.map((id) => subjectHash(tenantId, id)),
  );
  return erasePersonal(tx, personIds);
}

/** Forgets people whose erasure is older than the retention of tombstones. Returns the number of people. */
export const forgetErasedPeople = (
  db: Pick<Database, 'work'>,
  retentionMs: number,
): Promise<number> =>
  deleteOlder(db, {
    table: 'audit_erased_people',
    column: 'erased_at',
    life: `${retentionMs} milliseconds`,
  });

/** Counts the records that {@link eraseFromAuditLog} would change. */
export const auditRecordsNaming = countPersonal;

/** Returns the ids among these that the log has recorded. */
export const recordedAmong = async (tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await findSeen(tx, ids)).keys());
