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
  insertSeen,
  lockAuditHead,
  nextRecording,
  updateAuditHead,
} from './record-store.ts';
import type { StoredRecord } from './record-store.ts';

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
async function judge(
  tx: Tx,
  records: readonly AuditRecordInput[],
  digestOf: RecordDigest,
): Promise<Judged[]> {
  const seen = new Map(
    await findSeen(
      tx,
      records.map(({ id }) => id),
    ),
  );
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
  const head = await lockAuditHead(tx);
  if (!head) return records.map(() => 'duplicate');
  const judged = await judge(tx, records, digestOf);
  const fresh = judged.filter(({ outcome }) => outcome === 'accepted');
  if (fresh.length === 0) return judged.map(({ outcome }) => outcome);
  const { recordedAt, hasErasedPeople } = await nextRecording(tx);
  const inputs = fresh.map(({ input }) => input);
  const isErased = hasErasedPeople ? await erasedAmong(tx, inputs, subjectHash) : nobody;
  let place = { seq: head.lastSeq, hash: head.lastHash };
  const stored = fresh.map(({ input }): StoredRecord => {
    const seq = place.seq + 1;
    const parts = recordParts(input, {
      tenantId: tx.context.tenantId,
      seq,
      recordedAt,
      ingestedBy,
    });
    const fixed = fixedText(parts.fixed);
    const recordHash = fixedTextHash(fixed);
    place = nextPlace(place, { seq, recordHash });
    const personal = redacted(input, parts.personal, isErased);
    return { seq, input, fixed, recordHash, personal, hash: place.hash };
  });
  await insertRecords(tx, recordedAt, stored);
  await insertPersonal(tx, recordedAt, stored);
  await insertSeen(
    tx,
    fresh.map(({ input, digest }) => ({ id: input.id, digest })),
  );
  await updateAuditHead(tx, { lastSeq: place.seq, lastHash: place.hash });
  return judged.map(({ outcome }) => outcome);
}
