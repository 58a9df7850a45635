import type { Tx } from '@platform/kit/database';
import { scanPersonRecords } from './record-scan.ts';
import type { PersonRecord } from './record-scan.ts';

/** A page of a person's audit records, and where the next one begins. */
export interface PersonRecords {
  records: Record<string, unknown>[];
  last: number;
}

/**
 * A record as the person gets it: what names them, and of everybody else the id alone (GDPR Art. 15(4)). The commitments of
 * the chain say nothing to them.
 */
function personView(row: PersonRecord): Record<string, unknown> {
  const {
    commitments: _chained,
    ingestedBy: _internal,
    ...fixed
  } = JSON.parse(row.fixed) as Record<string, unknown> & { actor: object; subject: object };
  return {
    ...fixed,
    actor: { ...fixed.actor, ...(row.isActor ? row.actor : {}) },
    subject: { ...fixed.subject, ...(row.isSubject ? row.subject : {}) },
    ...(row.isSubject && row.details ? { details: row.details } : {}),
  };
}

/** The audit records in which a person acts or is the subject, as they may be handed to that person. */
export async function listPersonRecords(
  tx: Tx,
  page: { personId: string; after: number; limit: number },
): Promise<PersonRecords> {
  const rows = await scanPersonRecords(tx, page);
  return { records: rows.map(personView), last: rows.at(-1)?.seq ?? page.after };
}
