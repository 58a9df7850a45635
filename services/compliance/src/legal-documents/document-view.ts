import type { LegalDocument, LegalDocumentSummary } from '@platform/contracts';
import type { DocumentRow, FullDocumentRow } from './document-store.ts';

/** Returns a document as in lists and events. */
export const documentSummary = (row: DocumentRow): LegalDocumentSummary => ({
  id: row.id,
  clientId: row.clientId,
  docType: row.docType,
  locale: row.locale,
  version: row.version,
  versionLabel: row.versionLabel,
  title: row.title,
  state: row.state,
  contentUrl: row.contentUrl,
  contentBytes: row.contentBytes,
  sha256: row.sha256,
  changeSummary: row.changeSummary,
  requiresReconsent: row.requiresReconsent,
  effectiveAt: row.effectiveAt?.toISOString() ?? null,
  purposeKeys: row.purposeKeys,
  activatedAt: row.activatedAt?.toISOString() ?? null,
  activatedBy: row.activatedBy,
  retiredAt: row.retiredAt?.toISOString() ?? null,
  referencedByConsents: row.referencedByConsents,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Returns a document with its text. */
export const documentResource = (row: FullDocumentRow): LegalDocument => ({
  ...documentSummary(row),
  content: row.content,
});
