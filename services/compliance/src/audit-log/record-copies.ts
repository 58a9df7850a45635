import { canonicalText, commitmentOf, fixedText } from '@platform/audit/chain';
import type { FixedRecord, PersonalPart, PersonalSalts } from '@platform/audit/chain';
import { fixedRecord } from './record-parts.ts';
import type { PreparedRecord, RecordPlace } from './record-parts.ts';

/** A record of the log, as far as others are compared with it. */
export interface RecordedOne {
  fixed: string;
  /** Null for parts that the record never had, or that an erasure removed. */
  salts: PersonalSalts;
}

/**
 * Is this a copy of a record in the log? Its ids are the same, and what names people commits to the same under the salts that
 * were drawn then. Of a part that was erased nothing is left to compare.
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

/** Is this a copy of a record that came in the same batch? */
export const isCopyOfOther = (record: PreparedRecord, other: PreparedRecord): boolean =>
  canonicalText(record.input) === canonicalText(other.input);
