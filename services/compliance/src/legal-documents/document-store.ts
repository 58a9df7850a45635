import type { Actor, LegalDocumentState } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A legal document as it is stored, but for its text. */
export interface DocumentRow {
  id: string;
  clientId: string;
  docType: string;
  locale: string;
  version: number;
  versionLabel: string | null;
  title: string;
  contentUrl: string | null;
  contentBytes: number | null;
  sha256: string;
  changeSummary: string | null;
  requiresReconsent: boolean;
  effectiveAt: Date | null;
  purposeKeys: string[];
  state: LegalDocumentState;
  activatedAt: Date | null;
  activatedBy: Actor | null;
  retiredAt: Date | null;
  referencedByConsents: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A legal document with its text. */
export interface FullDocumentRow extends DocumentRow {
  content: string | null;
}

/** What a new draft holds. */
export type NewDocument = Pick<
  FullDocumentRow,
  | 'id'
  | 'clientId'
  | 'docType'
  | 'locale'
  | 'version'
  | 'versionLabel'
  | 'title'
  | 'content'
  | 'contentUrl'
  | 'contentBytes'
  | 'sha256'
  | 'changeSummary'
  | 'requiresReconsent'
  | 'effectiveAt'
  | 'purposeKeys'
>;

/** The documents of one type of one application. */
export interface DocumentSet {
  clientId: string;
  docType: string;
}

const columns = `d.id, d.client_id, d.doc_type, d.locale, d.version, d.version_label, d.title,
  d.content_url, d.content_bytes, d.sha256, d.change_summary,
  d.requires_reconsent, d.effective_at, d.purpose_keys, d.state,
  d.activated_at, d.activated_by, d.retired_at,
  EXISTS (SELECT FROM consent_notices n WHERE n.tenant_id = d.tenant_id AND n.document_id = d.id) AS referenced_by_consents,
  d.created_at, d.updated_at`;
const full = `${columns}, d.content`;

export const findDocument = (
  tx: Tx,
  { clientId, docType }: DocumentSet,
  id: string,
): Promise<FullDocumentRow | undefined> =>
  tx.row(
    `SELECT ${full} FROM legal_documents d WHERE tenant_id = $1 AND id = $2 AND client_id = $3 AND doc_type = $4`,
    [tx.context.tenantId, id, clientId, docType],
  );

/** No consent begins to name the document before the transaction ends. */
export const lockDocument = (tx: Tx, id: string): Promise<number> =>
  tx.execute('SELECT FROM legal_documents WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
    tx.context.tenantId,
    id,
  ]);

/** Newest first. */
export const listDocuments = (
  tx: Tx,
  { clientId, docType }: DocumentSet,
  filter: { locale?: string; state?: string; before?: string; limit: number },
): Promise<DocumentRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM legal_documents d
     WHERE tenant_id = $1 AND client_id = $2 AND doc_type = $3 AND ($4::text IS NULL OR locale = $4)
       AND ($5::text IS NULL OR state = $5) AND ($6::text IS NULL OR id < $6)
     ORDER BY id DESC LIMIT $7`,
    [
      tx.context.tenantId,
      clientId,
      docType,
      filter.locale ?? null,
      filter.state ?? null,
      filter.before ?? null,
      filter.limit,
    ],
  );

/** The active documents of an application, or of every one where the id is empty, in any locale; of these types, unless there are none. */
export const listActiveDocuments = (
  tx: Tx,
  clientId: string,
  docTypes: readonly string[] = [],
): Promise<FullDocumentRow[]> =>
  tx.rows(
    `SELECT ${full} FROM legal_documents d
     WHERE tenant_id = $1 AND ($2 = '' OR client_id = $2) AND state = 'active' AND (cardinality($3::text[]) = 0 OR doc_type = ANY($3))
     ORDER BY doc_type, locale`,
    [tx.context.tenantId, clientId, docTypes],
  );

/** Documents that cannot be deleted before the transaction ends. */
export const holdDocuments = (tx: Tx, ids: readonly string[]): Promise<DocumentRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM legal_documents d WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE OF d`,
    [tx.context.tenantId, ids],
  );

/** Takes the turn to add documents to a set; how many it has, and its highest version in this locale. */
export async function lockDocumentSet(
  tx: Tx,
  { clientId, docType }: DocumentSet,
  locale: string,
): Promise<{ count: number; highest: number }> {
  await tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `documents ${tx.context.tenantId} ${clientId} ${docType}`,
  ]);
  const row = await tx.row<{ count: number; highest: number }>(
    `SELECT count(*)::int AS count, coalesce(max(version) FILTER (WHERE locale = $4), 0) AS highest
     FROM legal_documents WHERE tenant_id = $1 AND client_id = $2 AND doc_type = $3`,
    [tx.context.tenantId, clientId, docType, locale],
  );
  return row ?? { count: 0, highest: 0 };
}

export const insertDocument = (tx: Tx, d: NewDocument): Promise<number> =>
  tx.execute(
    `INSERT INTO legal_documents (tenant_id, id, client_id, doc_type, locale, version, version_label, title, content, content_url,
       content_bytes, sha256, change_summary, requires_reconsent, effective_at, purpose_keys)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      tx.context.tenantId,
      d.id,
      d.clientId,
      d.docType,
      d.locale,
      d.version,
      d.versionLabel,
      d.title,
      d.content,
      d.contentUrl,
      d.contentBytes,
      d.sha256,
      d.changeSummary,
      d.requiresReconsent,
      d.effectiveAt,
      d.purposeKeys,
    ],
  );

export const activateDocument = (
  tx: Tx,
  { id, effectiveAt, now }: { id: string; effectiveAt: Date; now: Date },
): Promise<number> =>
  tx.execute(
    `UPDATE legal_documents SET state = 'active', effective_at = $3, activated_at = $4, activated_by = $5, updated_at = $4
     WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id, effectiveAt, now, JSON.stringify(tx.context.actor)],
  );

export const retireDocument = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.execute(
    `UPDATE legal_documents SET state = 'retired', retired_at = $3, updated_at = $3 WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id, now],
  );

export const deleteDocument = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM legal_documents WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

/** Every document of an application that is not retired. */
export const listUnretiredDocuments = (tx: Tx, clientId: string): Promise<DocumentRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM legal_documents d WHERE tenant_id = $1 AND client_id = $2 AND state <> 'retired' ORDER BY doc_type, locale, id`,
    [tx.context.tenantId, clientId],
  );
