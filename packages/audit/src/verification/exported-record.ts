import { chainHash, commitmentOf, personalParts, recordHash } from '../chain/chain.ts';
import type { FixedRecord, PersonalPart, SaltedValue } from '../chain/chain.ts';

/** A line of an NDJSON export. */
export interface ExportedRecord {
  seq: number;
  recordHash: string;
  hash: string;
  record: FixedRecord;
  personal?: Partial<Record<PersonalPart, SaltedValue | null>>;
}

/** What is wrong with a record by itself, in words; nothing for one that verifies. */
export function recordFindings(
  { seq, recordHash: stated, record, personal = {} }: ExportedRecord,
  tenantId: string,
): string[] {
  const findings: string[] = [];
  if (record.seq !== seq || record.tenantId !== tenantId)
    findings.push(`record ${seq} belongs to another export`);
  if (recordHash(record) !== stated) findings.push(`record ${seq} was changed`);
  for (const part of personalParts) {
    const value = personal[part];
    // A part that is absent was erased, or left out of the export.
    if (value && commitmentOf(value) !== record.commitments[part])
      findings.push(`the ${part} of record ${seq} was changed`);
  }
  return findings;
}

/** What is wrong between two records of an export that follow each other. */
export function orderFindings(before: ExportedRecord | undefined, next: ExportedRecord): string[] {
  if (!before) return [];
  if (next.seq <= before.seq)
    return [`record ${next.seq} is out of order after record ${before.seq}`];
  const isNext = next.seq === before.seq + 1;
  return isNext && chainHash(before.hash, next.recordHash) !== next.hash
    ? [`record ${next.seq} does not follow from record ${before.seq}`]
    : [];
}
