import type { Tx } from '@platform/kit/database';
import { scanPersonRecords } from './record-scan.ts';
import type { PersonRecord } from './record-scan.ts';

/** A page of a person's audit records, with the position of the next page. */
export interface PersonRecords {
  records: Record<string, unknown>[];
  last: number;
}

/**
 * Returns a record as its person may see it: with their own data, but only the ids of other people
 * (GDPR Art. 15(4)). Omits the commitments of the chain.
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

/** Lists the audit records in which a person is the actor or the subject, as that person may see them. */
export async function listPersonRecords(
  tx: Tx,
  page: { personId: string; after: number; limit: number },
): Promise<PersonRecords> {
  const rows = await scanPersonRecords(tx, page);
  return { records: rows.map(personView), last: rows.at(-1)?.seq ?? page.after };
}
