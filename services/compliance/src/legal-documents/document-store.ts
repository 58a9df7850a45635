import type { Actor } from '@platform/contracts';
import { any, given, lock } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { complianceLocks } from '../advisory-locks.ts';
import { compliance } from '../generated/tables.ts';

const stored = compliance.table('legalDocuments').narrow<{ activatedBy: Actor | null }>();
const documents = stored.compute((of) => ({
  referencedByConsents: of
    .exists(
      of
        .selectFrom('consentNotices')
        .whereRef('consentNotices.tenantId', '=', 'legalDocuments.tenantId')
        .whereRef('consentNotices.documentId', '=', 'legalDocuments.id'),
    )
    .$castTo<boolean>(),
}));
const summaries = documents.omit('content');
const unretired = summaries.only((of) => of('state', '<>', 'retired'));

export type FullDocumentRow = RowOf<typeof documents>;
/** A document without its text. */
export type DocumentRow = RowOf<typeof summaries>;
/** The documents of one type of an application. */
export type DocumentSet = Pick<DocumentRow, 'clientId' | 'docType'>;

export const findDocument = (
  tx: Tx,
  { clientId, docType }: DocumentSet,
  id: string,
): Promise<FullDocumentRow | undefined> => documents.find(tx, { id, clientId, docType });

/**
 * Prevents consents from naming the document until the transaction ends. Read the document
 * afterwards: the snapshot of a statement that waits for the lock misses new consents.
 */
export const lockDocument = (tx: Tx, id: string): Promise<unknown> =>
  stored.pick('id').lock(tx, { id });

/** Newest first. */
export const listDocuments = (
  tx: Tx,
  { clientId, docType }: DocumentSet,
  {
    before,
    limit,
    ...filter
  }: { locale?: string; state?: DocumentRow['state']; before?: string; limit: number },
): Promise<DocumentRow[]> =>
  summaries.page(tx, {
    where: { clientId, docType, ...given(filter) },
    by: 'id',
    behind: before,
    limit,
  });

/**
 * Lists the active documents of an application in every locale; of all applications if the id is
 * empty, of all types if none is given.
 */
export const listActiveDocuments = (
  tx: Tx,
  clientId: string,
  docTypes: readonly string[] = [],
): Promise<FullDocumentRow[]> =>
  documents.list(tx, {
    where: {
      state: 'active',
      ...(clientId !== '' && { clientId }),
      ...(docTypes.length > 0 && { docType: docTypes }),
    },
    orderBy: ['docType', 'locale'],
  });

/** Reads documents and locks them against deletion until the transaction ends. */
export const shareDocuments = (tx: Tx, ids: readonly string[]): Promise<DocumentRow[]> =>
  tx.rows(summaries.select(tx).where('id', '=', any(ids)).orderBy('id').forKeyShare());

/** Serializes additions to a set. Returns its number of documents, and the highest version in this locale. */
export async function lockDocumentSet(
  tx: Tx,
  { clientId, docType }: DocumentSet,
  locale: string,
): Promise<{ count: number; highest: number }> {
  const { tenantId } = tx.context;
  await lock(tx, complianceLocks.documentSet, `${tenantId} ${clientId} ${docType}`);
  const counted = await tx.row(
    compliance.query
      .selectFrom('legalDocuments')
      .select((of) => [
        of.fn.countAll<number>().as('count'),
        of.fn.max('version').filterWhere('locale', '=', locale).as('highest'),
      ])
      .where('tenantId', '=', tenantId)
      .where('clientId', '=', clientId)
      .where('docType', '=', docType),
  );
  return { count: counted?.count ?? 0, highest: counted?.highest ?? 0 };
}

export const insertDocument = (
  tx: Tx,
  document: Parameters<typeof documents.insertReturning>[1],
): Promise<FullDocumentRow> => documents.insertReturning(tx, document);

export const activateDocument = async (
  tx: Tx,
  { id, effectiveAt, now }: { id: string; effectiveAt: Date; now: Date },
): Promise<FullDocumentRow> =>
  (await documents.updateReturning(
    tx,
    { id },
    {
      state: 'active',
      effectiveAt,
      activatedAt: now,
      activatedBy: tx.context.actor,
      updatedAt: now,
    },
  ))!;

export const retireDocument = async (tx: Tx, id: string, now: Date): Promise<FullDocumentRow> =>
  (await documents.updateReturning(
    tx,
    { id },
    { state: 'retired', retiredAt: now, updatedAt: now },
  ))!;

export const deleteDocument = (tx: Tx, id: string): Promise<number> => stored.delete(tx, { id });

/** Lists an application's documents that are not retired. */
export const listUnretiredDocuments = (tx: Tx, clientId: string): Promise<DocumentRow[]> =>
  unretired.list(tx, { where: { clientId }, orderBy: ['docType', 'locale', 'id'] });
