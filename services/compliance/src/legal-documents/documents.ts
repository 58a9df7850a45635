import { isId } from '@platform/contracts';
import type { CreateLegalDocumentRequest, EventTypeName } from '@platform/contracts';
import { brokenUnique } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problemWithReason, found, problem } from '@platform/kit/problem';
import { databaseNow } from '../database-clock.ts';
import { checkedContent, defaultPurposeKeys } from './document-content.ts';
import {
  deleteDocument,
  findDocument,
  insertDocument,
  listUnretiredDocuments,
  lockDocument,
  lockDocumentSet,
  retireDocument,
} from './document-store.ts';
import type { DocumentRow, DocumentSet, FullDocumentRow } from './document-store.ts';
import { documentResource, documentSummary } from './document-view.ts';
import { lockSlot } from './slot-store.ts';

const maxDocuments = 500;

export interface DocumentKey extends DocumentSet {
  id: string;
}

/** Checks `If-Match` against the ETag of the current version. */
export type IfMatch = (version: string) => void;

/** Publishes an event about a document. */
export const publishDocument = (
  tx: Tx,
  type: Extract<EventTypeName, `legal_document.${string}`>,
  row: DocumentRow,
) =>
  tx.publish({
    type,
    subject: { type: 'legal_document', id: row.id },
    data: { legalDocument: documentSummary(row) },
  });

/** @throws 404 if this application has no such document of this type */
export async function existingDocument(tx: Tx, key: DocumentKey): Promise<FullDocumentRow> {
  return found(isId('legalDocument', key.id) ? await findDocument(tx, key, key.id) : undefined);
}

/** Returns a document and locks its slot until the transaction ends. */
export async function lockedDocument(
  tx: Tx,
  key: DocumentKey,
  ifMatch: IfMatch,
): Promise<{ document: FullDocumentRow; activatedVersion: number | undefined }> {
  const activatedVersion = await lockSlot(tx, await existingDocument(tx, key));
  await lockDocument(tx, key.id);
  const document = await existingDocument(tx, key);
  ifMatch(contentVersion(documentResource(document)));
  return { document, activatedVersion };
}

async function withUniqueVersion<T>(version: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (brokenUnique(error) !== 'legal_documents__version_key') throw error;
    throw problemWithReason('already_exists', {
      pointer: '/version',
      code: 'already_exists',
      detail: `Version ${version} already exists in this locale`,
    });
  }
}

export async function createDocument(
  tx: Tx,
  set: DocumentSet,
  body: CreateLegalDocumentRequest,
  maxContentBytes: number,
): Promise<FullDocumentRow> {
  const content = checkedContent(body, maxContentBytes);
  const { count, highest } = await lockDocumentSet(tx, set, body.locale);
  if (count >= maxDocuments)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `An application can have at most ${maxDocuments} documents of a type`,
    });
  const version = body.version ?? highest + 1;
  const id = newId('legalDocument');
  const row = await withUniqueVersion(version, () =>
    insertDocument(tx, {
      ...set,
      ...content,
      id,
      version,
      locale: body.locale,
      title: body.title,
      versionLabel: body.versionLabel ?? null,
      changeSummary: body.changeSummary ?? null,
      requiresReconsent: body.requiresReconsent,
      effectiveAt: body.effectiveAt === undefined ? null : new Date(body.effectiveAt),
      purposeKeys: body.purposeKeys ?? defaultPurposeKeys(set.docType),
    }),
  );
  await publishDocument(tx, 'legal_document.created', row);
  return row;
}

/** Retires an active document and publishes the event. */
export async function endDocument(tx: Tx, row: DocumentRow, now: Date): Promise<FullDocumentRow> {
  const retired = await retireDocument(tx, row.id, now);
  await publishDocument(tx, 'legal_document.retired', retired);
  return retired;
}

/** Retires an active document; a retired one stays unchanged. */
export async function retireActiveDocument(
  tx: Tx,
  key: DocumentKey,
  ifMatch: IfMatch,
): Promise<FullDocumentRow> {
  const { document } = await lockedDocument(tx, key, ifMatch);
  if (document.state === 'draft')
    throw problem('invalid_state', { detail: 'A draft cannot be retired; delete it instead' });
  return document.state === 'retired' ? document : endDocument(tx, document, await databaseNow(tx));
}

async function removeDocument(tx: Tx, row: DocumentRow): Promise<void> {
  await deleteDocument(tx, row.id);
  await publishDocument(tx, 'legal_document.deleted', row);
}

/** Deletes a draft, or a retired document that no consent names. */
export async function deleteUnusedDocument(
  tx: Tx,
  key: DocumentKey,
  ifMatch: IfMatch,
): Promise<void> {
  const { document } = await lockedDocument(tx, key, ifMatch);
  if (document.state === 'active')
    throw problem('invalid_state', {
      detail: 'An active document cannot be deleted; retire it instead',
    });
  if (document.referencedByConsents)
    throw problemWithReason('conflict', {
      code: 'in_use',
      detail: 'Consents refer to the document, so it is kept as proof',
    });
  await removeDocument(tx, document);
}

/** Deletes the drafts of a deleted application and retires its active documents. */
export async function endDocumentsOf(tx: Tx, clientId: string): Promise<void> {
  const now = await databaseNow(tx);
  for (const row of await listUnretiredDocuments(tx, clientId)) {
    await lockSlot(tx, row);
    const document = await findDocument(tx, row, row.id);
    if (document?.state === 'draft') await removeDocument(tx, document);
    if (document?.state === 'active') await endDocument(tx, document, now);
  }
}
