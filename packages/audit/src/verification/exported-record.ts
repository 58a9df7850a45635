import { chainHash, commitmentOf, personalParts, recordHash } from '../chain/chain.ts';
import type { ExportManifest } from './export-manifest.ts';
import type { FixedRecord, PersonalPart, SaltedValue } from '../chain/chain.ts';

/** A line of an NDJSON export. */
export interface ExportedRecord {
  seq: number;
  recordHash: string;
  hash: string;
  record: FixedRecord;
  personal?: Partial<Record<PersonalPart, SaltedValue | null>>;
}

/** Describes the faults of a record by itself; empty for one that verifies. */
export function recordFindings(
  { seq, recordHash: stated, record, personal = {} }: ExportedRecord,
  { tenant_id, from, to }: Pick<ExportManifest, 'tenant_id' | 'from' | 'to'>,
): string[] {
  const findings: string[] = [];
  if (record.seq !== seq || record.tenantId !== tenant_id)
    findings.push(`record ${seq} belongs to another export`);
  // Both are in UTC with milliseconds. A row with a manipulated time column would put a record of
  // another time into the export.
  const { occurredAt } = record;
  if (typeof occurredAt !== 'string' || occurredAt < from || occurredAt >= to)
    findings.push(`record ${seq} is not in the range of the export`);
  if (recordHash(record) !== stated) findings.push(`record ${seq} was changed`);
  for (const part of personalParts) {
    const value = personal[part];
    // An absent part was erased, or omitted from the export.
    if (value && commitmentOf(value) !== record.commitments[part])
      findings.push(`the ${part} of record ${seq} was changed`);
  }
  return findings;
}

/** Counts the removed parts of a record: each leaves its commitment. */
export const removedPartsOf = ({ record, personal = {} }: ExportedRecord): number =>
  personalParts.filter((part) => record.commitments[part] && !personal[part]).length;

/** Describes the faults between two consecutive records of an export. */
export function orderFindings(before: ExportedRecord | undefined, next: ExportedRecord): string[] {
  if (!before) return [];
  if (next.seq <= before.seq)
    return [`record ${next.seq} is out of order after record ${before.seq}`];
  const isNext = next.seq === before.seq + 1;
  return isNext && chainHash(before.hash, next.recordHash) !== next.hash
    ? [`record ${next.seq} does not follow from record ${before.seq}`]
    : [];
}
