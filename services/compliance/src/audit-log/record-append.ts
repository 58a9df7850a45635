import { fixedText, fixedTextHash, nextPlace } from '@platform/audit/chain';
import type { Tx } from '@platform/kit/database';
import type { SubjectHash } from '../subject-hash.ts';
import { isCopyOfOther, isCopyOfRecorded } from './record-copies.ts';
import type { RecordedOne } from './record-copies.ts';
import { fixedRecord } from './record-parts.ts';
import type { PersonalValues, PreparedRecord } from './record-parts.ts';
import {
  findErasedHashes,
  findRecorded,
  findSeen,
  insertPersonal,
  insertRecords,
  hasErasedPeople,
  insertSeen,
  lockAuditHead,
  updateAuditHead,
} from './record-store.ts';
import type { AuditHead, LockedHead, StoredRecord } from './record-store.ts';
import type { SealTimeOf } from './seal-times.ts';

export interface AppendOptions {
  subjectHash: SubjectHash;
  sealTimeOf: SealTimeOf;
}

/**
 * The result for a record: `id_reused` has the id of a different record, `out_of_window` a time too
 * far in the past or the future.
 */
export type AppendOutcome = 'accepted' | 'duplicate' | 'id_reused' | 'out_of_window';

const maxAheadMs = 5 * 60_000;
/** Shorter than the retention of record ids: a repeat of an older record would go undetected. */
const maxAgeMs = 30 * 86_400_000;

const isWithinWindow = ({ input }: PreparedRecord, now: number): boolean => {
  const at = Date.parse(input.occurredAt);
  return at >= now - maxAgeMs && at <= now + maxAheadMs;
};

interface Judged {
  record: PreparedRecord;
  outcome: AppendOutcome;
}

/** Decides on each record by its time, by what is recorded, and by earlier records of the batch. */
function judged(
  records: readonly PreparedRecord[],
  recorded: ReadonlyMap<string, RecordedOne | undefined>,
  now: number,
): Judged[] {
  const fresh = new Map<string, PreparedRecord>();
  const isCopy = (record: PreparedRecord): boolean | undefined => {
    const { id } = record.input;
    const other = fresh.get(id);
    if (other) return isCopyOfOther(record, other);
    const found = recorded.get(id);
    // A record that has been dropped from the log cannot be compared.
    return recorded.has(id) ? found === undefined || isCopyOfRecorded(record, found) : undefined;
  };
  return records.map((record) => {
    const copy = isCopy(record);
    if (copy !== undefined) return { record, outcome: copy ? 'duplicate' : 'id_reused' };
    if (!isWithinWindow(record, now)) return { record, outcome: 'out_of_window' };
    fresh.set(record.input.id, record);
    return { record, outcome: 'accepted' };
  });
}

const nobody = (): boolean => false;

/** Returns the people in these records who were erased. */
async function erasedAmong(
  tx: Tx,
  records: readonly PreparedRecord[],
  subjectHash: SubjectHash,
): Promise<(id: string) => boolean> {
  const { tenantId } = tx.context;
  const people = new Set(
    records.flatMap(({ input: { actor, subject } }) => [
      ...(actor.type === 'user' ? [actor.id] : []),
      ...(subject.type === 'user' ? [subject.id] : []),
    ]),
  );
  const hashes = new Map(Array.from(people, (id) => [id, subjectHash(tenantId, id)]));
  const erased = await findErasedHashes(tx, [...hashes.values()]);
  return (id) => erased.has(hashes.get(id) ?? '');
}

/** Removes the personal data of erased people from a record. */
const redacted = (
  { input: { actor, subject }, personal }: PreparedRecord,
  isErased: (id: string) => boolean,
): PersonalValues => ({
  actor: isErased(actor.id) ? null : personal.actor,
  subject: isErased(subject.id) ? null : personal.subject,
  details: isErased(subject.id) ? null : personal.details,
});

interface Stretch {
  records: StoredRecord[];
  end: AuditHead;
}

/** Chains records to the head, in order. */
function chained(
  { lastSeq, lastHash, recordedAt }: LockedHead,
  prepared: readonly PreparedRecord[],
  by: { tenantId: string; ingestedBy: string; isErased: (id: string) => boolean },
): Stretch {
  let place = { seq: lastSeq, hash: lastHash };
  const at = { ...by, recordedAt: recordedAt.toISOString() };
  const records = prepared.map((record): StoredRecord => {
    const seq = place.seq + 1;
    const fixed = fixedText(fixedRecord(record, { ...at, seq }));
    const recordHash = fixedTextHash(fixed);
    place = nextPlace(place, { seq, recordHash });
    const personal = redacted(record, by.isErased);
    return { seq, input: record.input, fixed, recordHash, personal, hash: place.hash };
  });
  return { records, end: { lastSeq: place.seq, lastHash: place.hash } };
}

/**
 * Appends records of one tenant to its chain, in order. The head is locked until commit, so that
 * numbers have no gaps and every reader sees a complete prefix of the chain. A deleted tenant keeps
 * nothing.
 */
export async function appendRecords(
  tx: Tx,
  records: readonly PreparedRecord[],
  ingestedBy: string,
  { subjectHash, sealTimeOf }: AppendOptions,
): Promise<AppendOutcome[]> {
  // Sent together, executed in order: the statements after the lock see what its previous holder
  // committed, including an erasure.
  const [head, seen, mayNameErased] = await Promise.all([
    lockAuditHead(tx),
    findSeen(
      tx,
      records.map(({ input }) => input.id),
    ),
    hasErasedPeople(tx),
  ]);
  if (!head) return records.map(() => 'duplicate');
  const recorded = seen.size > 0 ? await findRecorded(tx, seen) : new Map();
  const outcomes = judged(records, recorded, head.recordedAt.getTime());
  const fresh = outcomes.flatMap(({ record, outcome }) => (outcome === 'accepted' ? record : []));
  if (fresh.length > 0) {
    const isErased = mayNameErased ? await erasedAmong(tx, fresh, subjectHash) : nobody;
    const { tenantId } = tx.context;
    const stretch = chained(head, fresh, { tenantId, ingestedBy, isErased });
    await Promise.all([
      insertRecords(tx, head.recordedAt, stretch.records),
      insertPersonal(tx, head.recordedAt, stretch.records),
      insertSeen(tx, stretch.records),
      updateAuditHead(tx, stretch.end, sealTimeOf(tenantId, head.recordedAt)),
    ]);
  }
  return outcomes.map(({ outcome }) => outcome);
}
