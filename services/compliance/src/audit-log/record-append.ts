import type { AuditRecordInput } from '@platform/contracts';
import { fixedText, fixedTextHash, nextPlace } from '@platform/kit/audit-chain';
import type { Tx } from '@platform/kit/database';
import type { SubjectHash } from '../subject-hash.ts';
import type { RecordDigest } from './record-digest.ts';
import { recordParts } from './record-parts.ts';
import type { PersonalValues } from './record-parts.ts';
import {
  findErasedHashes,
  findSeen,
  insertPersonal,
  insertRecords,
  hasErasedPeople,
  insertSeen,
  lockAuditHead,
  updateAuditHead,
} from './record-store.ts';
import type { AuditHead, LockedHead, StoredRecord } from './record-store.ts';

/** What {@link appendRecords} needs. */
export interface AppendOptions {
  digestOf: RecordDigest;
  subjectHash: SubjectHash;
}

/** What became of a record: `reused` has the id of another one. */
export type AppendOutcome = 'accepted' | 'duplicate' | 'reused';

interface Judged {
  input: AuditRecordInput;
  digest: string;
  outcome: AppendOutcome;
}

/** Judges each record by what was recorded before, and earlier in the batch. */
function judged(
  records: readonly AuditRecordInput[],
  recorded: ReadonlyMap<string, string>,
  digestOf: RecordDigest,
): Judged[] {
  const seen = new Map(recorded);
  return records.map((input) => {
    const digest = digestOf(input);
    const known = seen.get(input.id);
    if (known !== undefined)
      return { input, digest, outcome: known === digest ? 'duplicate' : 'reused' };
    seen.set(input.id, digest);
    return { input, digest, outcome: 'accepted' };
  });
}

const nobody = (): boolean => false;

/** Who of the people in these records was erased. */
async function erasedAmong(
  tx: Tx,
  records: readonly AuditRecordInput[],
  subjectHash: SubjectHash,
): Promise<(id: string) => boolean> {
  const { tenantId } = tx.context;
  const people = new Set(
    records.flatMap(({ actor, subject }) => [
      ...(actor.type === 'user' ? [actor.id] : []),
      ...(subject.type === 'user' ? [subject.id] : []),
    ]),
  );
  const hashes = new Map(Array.from(people, (id) => [id, subjectHash(tenantId, id)]));
  const erased = await findErasedHashes(tx, [...hashes.values()]);
  return (id) => erased.has(hashes.get(id) ?? '');
}

/** What of a record names people who were not erased. */
const redacted = (
  { actor, subject }: AuditRecordInput,
  personal: PersonalValues,
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

/** Chains records behind the head, in their order. */
function chained(
  { lastSeq, lastHash, recordedAt }: LockedHead,
  inputs: readonly AuditRecordInput[],
  by: { tenantId: string; ingestedBy: string; isErased: (id: string) => boolean },
): Stretch {
  let place = { seq: lastSeq, hash: lastHash };
  const at = { ...by, recordedAt: recordedAt.toISOString() };
  const records = inputs.map((input): StoredRecord => {
    const seq = place.seq + 1;
    const parts = recordParts(input, { ...at, seq });
    const fixed = fixedText(parts.fixed);
    const recordHash = fixedTextHash(fixed);
    place = nextPlace(place, { seq, recordHash });
    const personal = redacted(input, parts.personal, by.isErased);
    return { seq, input, fixed, recordHash, personal, hash: place.hash };
  });
  return { records, end: { lastSeq: place.seq, lastHash: place.hash } };
}

/**
 * Appends records of one tenant to its chain, in their order. The head is locked until commit, so that numbers have no gaps
 * and every reader sees a whole beginning of the chain. A deleted tenant keeps nothing.
 */
export async function appendRecords(
  tx: Tx,
  records: readonly AuditRecordInput[],
  ingestedBy: string,
  { digestOf, subjectHash }: AppendOptions,
): Promise<AppendOutcome[]> {
  // Sent at once and run one after the other: what follows the lock sees what its last holder committed, an erasure too.
  const [head, seen, mayNameErased] = await Promise.all([
    lockAuditHead(tx),
    findSeen(
      tx,
      records.map(({ id }) => id),
    ),
    hasErasedPeople(tx),
  ]);
  if (!head) return records.map(() => 'duplicate');
  const outcomes = judged(records, seen, digestOf);
  const fresh = outcomes.filter(({ outcome }) => outcome === 'accepted');
  if (fresh.length > 0) {
    const inputs = fresh.map(({ input }) => input);
    const isErased = mayNameErased ? await erasedAmong(tx, inputs, subjectHash) : nobody;
    const { tenantId } = tx.context;
    const stretch = chained(head, inputs, { tenantId, ingestedBy, isErased });
    await Promise.all([
      insertRecords(tx, head.recordedAt, stretch.records),
      insertPersonal(tx, head.recordedAt, stretch.records),
      insertSeen(tx, fresh),
      updateAuditHead(tx, stretch.end),
    ]);
  }
  return outcomes.map(({ outcome }) => outcome);
}
