import type { Consent, ConsentSummary } from '@platform/contracts';
import type { Cursors, Page, Tx } from '@platform/kit/database';
import { listConsents } from './consent-store.ts';
import type { ConsentRecord } from './consent-store.ts';
import { consentResource, consentSummary } from './consent-view.ts';
import { requirementsOf } from './requirements.ts';

const blockRows = 500;
const maxRows = 5_000;

export interface ConsentListQuery {
  subjectId?: string;
  needsReconsent?: boolean;
  limit: number;
  cursor?: string;
}

async function plainRows(
  tx: Tx,
  { subjectId, limit }: ConsentListQuery,
  before: string | undefined,
): Promise<{ found: ConsentSummary[]; last: string | undefined; hasMore: boolean }> {
  const rows = await listConsents(tx, { subjectId, before, limit: limit + 1 });
  const kept = rows.slice(0, limit);
  const requirements = await requirementsOf(tx, kept);
  return {
    found: kept.map((row) => consentSummary(row, requirements)),
    last: kept.at(-1)?.id,
    hasMore: rows.length > limit,
  };
}

/** Reads blocks until the page is full, at most 5,000 rows per page. */
async function filteredRows(
  tx: Tx,
  { subjectId, needsReconsent, limit }: ConsentListQuery,
  before: string | undefined,
): Promise<{ found: ConsentSummary[]; last: string | undefined; hasMore: boolean }> {
  const found: ConsentSummary[] = [];
  let last = before;
  for (let read = 0; read < maxRows; read += blockRows) {
    const rows: ConsentRecord[] = await listConsents(tx, {
      subjectId,
      before: last,
      limit: blockRows,
    });
    const requirements = await requirementsOf(tx, rows);
    for (const row of rows) {
      // There is a further match: the page ends before it.
      if (found.length === limit) return { found, last, hasMore: true };
      const summary = consentSummary(row, requirements);
      if (summary.needsReconsent === needsReconsent) found.push(summary);
      last = row.id;
    }
    if (rows.length < blockRows) return { found, last, hasMore: false };
  }
  return { found, last, hasMore: true };
}

/** Returns a page of consents, newest first. */
export async function listConsentPage(
  tx: Tx,
  query: ConsentListQuery,
  cursors: Cursors,
): Promise<Page<ConsentSummary>> {
  const { subjectId, needsReconsent, cursor } = query;
  const filters = [subjectId, needsReconsent];
  const bound = { tenantId: tx.context.tenantId, list: 'consents', filters };
  const [before] = cursor === undefined ? [] : (cursors.decode(bound, cursor) as string[]);
  const read = needsReconsent === undefined ? plainRows : filteredRows;
  const { found, last, hasMore } = await read(tx, query, before);
  const nextCursor = hasMore && last !== undefined ? cursors.encode(bound, [last]) : null;
  return { data: found, nextCursor, hasMore: nextCursor !== null };
}

/** Yields the consents of a person with their histories, newest first. */
export async function listConsentsInFull(
  tx: Tx,
  query: { subjectId: string; before?: string; limit: number },
): Promise<Consent[]> {
  const consents = await listConsents(tx, query);
  return Promise.all(consents.map((consent) => consentResource(tx, consent)));
}
