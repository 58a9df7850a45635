import { chainHash, commitmentOf, fixedTextHash, personalParts } from '@platform/audit/chain';
import type { ChainPlace, FixedRecord } from '@platform/audit/chain';
import type { Checkpoint } from '@platform/audit/verification';
import type { AuditFinding } from '@platform/contracts';
import type { StoredRow } from './row-scan.ts';

/** A checkpoint, or why it cannot be verified. */
export type CheckedSeal = { checkpoint: Checkpoint } | { fault: string };

/** How far a chain has been verified. */
export interface CheckPosition extends ChainPlace {
  /** The newest record that a verified checkpoint seals; 0 if there is none. */
  sealedSeq: number;
  checkpoints: number;
}

/** The columns by which records are found, and the same values in the text that the hash covers. */
function isAsSealed(row: StoredRow, sealed: FixedRecord): boolean {
  const { actor, subject } = sealed as FixedRecord & {
    actor: { id: string; clientId: string | null };
    subject: { id: string };
  };
  const columns = [
    [row.id, sealed['id']],
    [row.tenantId, sealed.tenantId],
    [row.seq, sealed.seq],
    [row.operationId, sealed['operationId']],
    [row.outcome, sealed['outcome']],
    [row.actorId, actor.id],
    [row.clientId, actor.clientId],
    [row.subjectId, subject.id],
    [row.organizationId, sealed['organizationId']],
    [row.occurredAt.toISOString(), sealed['occurredAt']],
    [row.recordedAt.toISOString(), sealed.recordedAt],
  ];
  return columns.every(([column, value]) => column === value);
}

const changedPartOf = (row: StoredRow, { commitments }: FixedRecord) =>
  personalParts.find((part) => {
    const value = row.personal[part];
    return value !== null && commitmentOf(value) !== commitments[part];
  });

type Fault = Omit<AuditFinding, 'seq'>;

/** Verifies one record by itself, and that it follows the one before it. */
function faultOfRecord(place: ChainPlace, row: StoredRow): Fault | undefined {
  if (fixedTextHash(row.fixed) !== row.recordHash)
    return { code: 'record_changed', detail: 'The record is not the one that was hashed.' };
  if (chainHash(place.hash, row.recordHash) !== row.hash)
    return { code: 'chain_broken', detail: 'The hash does not follow from the record before.' };
  const sealed = JSON.parse(row.fixed) as FixedRecord;
  if (!isAsSealed(row, sealed))
    return {
      code: 'row_changed',
      detail: 'Columns by which the record is found differ from the record.',
    };
  const part = changedPartOf(row, sealed);
  return part === undefined
    ? undefined
    : { code: 'personal_data_changed', detail: `The ${part} does not match its commitment.` };
}

function faultOfSeal(
  seal: CheckedSeal,
  { hash, sealedSeq }: CheckPosition,
  isFirst: boolean,
): Fault | undefined {
  if ('fault' in seal)
    return {
      code: 'checkpoint_invalid',
      detail: `The checkpoint cannot be verified: ${seal.fault}`,
    };
  if (seal.checkpoint.hash !== hash)
    return {
      code: 'checkpoint_mismatch',
      detail: 'The chain up to this record is not the one that the checkpoint seals.',
    };
  return isFirst || seal.checkpoint.previous_seq === sealedSeq
    ? undefined
    : {
        code: 'checkpoint_missing',
        detail: 'The checkpoint before that of this record is missing.',
      };
}

/**
 * Follows the chain over consecutive rows. Returns the last position that verified, with the first
 * fault after it.
 */
export function checkRows(
  start: CheckPosition,
  rows: readonly StoredRow[],
  seals: ReadonlyMap<number, CheckedSeal>,
): { position: CheckPosition; finding: AuditFinding | undefined } {
  let position = start;
  const broken = (seq: number, fault: Fault) => ({ position, finding: { seq, ...fault } });
  for (const row of rows) {
    if (row.seq !== position.seq + 1)
      return broken(position.seq + 1, {
        code: 'record_missing',
        detail: `Record ${row.seq} comes after record ${position.seq}.`,
      });
    const fault = faultOfRecord(position, row);
    if (fault) return broken(row.seq, fault);
    const next = { ...position, seq: row.seq, hash: row.hash };
    const seal = seals.get(row.seq);
    const unsealed = seal && faultOfSeal(seal, next, position.checkpoints === 0);
    if (unsealed) return broken(row.seq, unsealed);
    position = seal ? { ...next, sealedSeq: row.seq, checkpoints: position.checkpoints + 1 } : next;
  }
  return { position, finding: undefined };
}
