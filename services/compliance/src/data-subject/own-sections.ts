import type { ExportSection } from '@platform/protos';
import type { Database, TxContext } from '@platform/kit/database';
import { accessRequestsOf } from '../access-requests/access-requests.ts';
import { listPersonRecords } from '../audit-log/person-records.ts';
import { listConsentsInFull } from '../consents/consent-list.ts';
import { erasureRequestsOf } from '../erasure/erasure-requests.ts';
import type { SubjectHash } from '../subject-hash.ts';

const pageRows = 100;

export interface OwnSectionsOptions {
  db: Pick<Database, 'read'>;
  subjectHash: SubjectHash;
}

async function* consentsOf(
  { db }: OwnSectionsOptions,
  context: TxContext,
  subjectId: string,
): AsyncGenerator<ExportSection> {
  for (let before: string | undefined; ;) {
    const filter = { subjectId, before, limit: pageRows };
    const page = await db.read(context, (tx) => listConsentsInFull(tx, filter));
    if (page.length > 0) yield { section: 'consents', json: JSON.stringify(page) };
    if (page.length < pageRows) return;
    before = page.at(-1)?.id;
  }
}

async function* auditRecordsOf(
  { db }: OwnSectionsOptions,
  context: TxContext,
  personId: string,
): AsyncGenerator<ExportSection> {
  for (let after = 0; ;) {
    const page = { personId, after, limit: pageRows };
    const { records, last } = await db.read(context, (tx) => listPersonRecords(tx, page));
    if (records.length > 0) yield { section: 'auditRecords', json: JSON.stringify(records) };
    if (records.length < pageRows) return;
    after = last;
  }
}

/** Yields compliance's data about a person: consents with histories, audit records, and requests. */
export async function* ownSections(
  options: OwnSectionsOptions,
  context: TxContext,
  subjectId: string,
): AsyncGenerator<ExportSection> {
  yield* consentsOf(options, context, subjectId);
  const hash = options.subjectHash(context.tenantId, subjectId);
  const requests = await options.db.read(context, async (tx) => ({
    access: await accessRequestsOf(tx, hash),
    erasure: await erasureRequestsOf(tx, hash),
  }));
  if (requests.access.length > 0)
    yield { section: 'accessRequests', json: JSON.stringify(requests.access) };
  if (requests.erasure.length > 0)
    yield { section: 'erasureRequests', json: JSON.stringify(requests.erasure) };
  yield* auditRecordsOf(options, context, subjectId);
}
