import { canonicalText, commitmentOf, fixedText } from '@platform/audit/chain';
import type { FixedRecord, PersonalPart, PersonalSalts } from '@platform/audit/chain';
import { fixedRecord } from './record-parts.ts';
import type { PreparedRecord, RecordPlace } from './record-parts.ts';

/** The part of a recorded record that copies are compared by. */
export interface RecordedOne {
  fixed: string;
  /** Null for parts that the record never had, or that were erased. */
  salts: PersonalSalts;
}

/**
 * Whether this is a copy of a record in the log: same ids, and personal data with the same
 * commitments under the recorded salts. An erased part cannot be compared.
 */
export function isCopyOfRecorded(record: PreparedRecord, { fixed, salts }: RecordedOne): boolean {
  const recorded = JSON.parse(fixed) as FixedRecord & RecordPlace;
  const committed = (part: PersonalPart): string | null => {
    const salted = record.personal[part];
    if (salted === null) return null;
    const salt = salts[part];
    return salt === null
      ? (recorded.commitments[part] ?? 'none')
      : commitmentOf({ salt, value: salted.value });
  };
  const commitments = {
    actor: committed('actor'),
    details: committed('details'),
    subject: committed('subject'),
  };
  return fixedText(fixedRecord({ input: record.input, commitments }, recorded)) === fixed;
}

/** Whether this is a copy of another record in the same batch. */
export const isCopyOfOther = (record: PreparedRecord, other: PreparedRecord): boolean =>
  canonicalText(record.input) === canonicalText(other.input);
