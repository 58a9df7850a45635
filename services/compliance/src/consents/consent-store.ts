import { erasedKey } from '@platform/data-lifecycle/data-subject';
import type { Tx, WorkerTx } from '@platform/kit/database';
import type { ConsentRecord } from './consent-record.ts';

const columns = `id, subject_id, purpose_key, state, version, legal_basis,
  consent_type, client_id, language, jurisdiction, notices, collection_method,
  personal, given_at, expires_at, due_at, withdrawn_at,
  previous_consent_id, is_superseded, history_count,
  last_at, last_hash, created_at, updated_at`;
const live = "state IN ('requested', 'given', 'refused')";

export const findConsent = (tx: Tx, id: string): Promise<ConsentRecord | undefined> =>
  tx.row(`SELECT ${columns} FROM consents WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** Nobody else changes the consent before the transaction ends. */
export const lockConsent = (tx: Tx, id: string): Promise<ConsentRecord | undefined> =>
  tx.row(`SELECT ${columns} FROM consents WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

/** The live record of a person for a purpose, locked. */
export const lockLiveConsent = (
  tx: Tx,
  subjectId: string,
  purposeKey: string,
): Promise<ConsentRecord | undefined> =>
  tx.row(
    `SELECT ${columns} FROM consents WHERE tenant_id = $1 AND subject_id = $2 AND purpose_key = $3 AND ${live} FOR UPDATE`,
    [tx.context.tenantId, subjectId, purposeKey],
  );

/** The last record of a person for each of these purposes. */
export const listLatestConsents = (
  tx: Tx,
  subjectId: string,
  purposeKeys: readonly string[],
): Promise<ConsentRecord[]> =>
  tx.rows(
    `SELECT DISTINCT ON (purpose_key) ${columns} FROM consents
     WHERE tenant_id = $1 AND subject_id = $2 AND purpose_key = ANY($3) ORDER BY purpose_key, (${live}) DESC, id DESC`,
    [tx.context.tenantId, subjectId, purposeKeys],
  );

/** Newest first. */
export const listConsents = (
  tx: Tx,
  { subjectId, before, limit }: { subjectId?: string; before?: string; limit: number },
): Promise<ConsentRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM consents WHERE tenant_id = $1
     ${subjectId === undefined ? '' : 'AND subject_id = $4'} AND ($2::text IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit, ...(subjectId === undefined ? [] : [subjectId])],
  );

/** Given consents behind this one, in the order of their ids. */
export const listGivenConsents = (
  tx: Tx,
  { after, purposeKey, limit }: { after: string; purposeKey?: string; limit: number },
): Promise<ConsentRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM consents
     WHERE tenant_id = $1 AND id > $2 AND state = 'given' AND ($3::text IS NULL OR purpose_key = $3)
     ORDER BY id LIMIT $4`,
    [tx.context.tenantId, after, purposeKey ?? null, limit],
  );

/** Marks the records before a new one; the id of the last of them. */
export async function supersedeConsents(
  tx: Tx,
  subjectId: string,
  purposeKey: string,
): Promise<string | null> {
  const rows = await tx.rows<{ id: string }>(
    `UPDATE consents SET is_superseded = true
     WHERE tenant_id = $1 AND subject_id = $2 AND purpose_key = $3 AND NOT is_superseded RETURNING id`,
    [tx.context.tenantId, subjectId, purposeKey],
  );
  return (
    rows
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? null
  );
}

const valuesOf = (tx: Tx, c: ConsentRecord): unknown[] => [
  tx.context.tenantId,
  c.id,
  c.subjectId,
  c.purposeKey,
  c.state,
  c.version,
  c.legalBasis,
  c.consentType,
  c.clientId,
  c.language,
  c.jurisdiction,
  JSON.stringify(c.notices),
  c.collectionMethod,
  c.personal === null ? null : JSON.stringify(c.personal),
  c.givenAt,
  c.expiresAt,
  c.dueAt,
  c.withdrawnAt,
  c.previousConsentId,
  c.historyCount,
  c.lastAt,
  c.lastHash,
  c.createdAt,
  c.updatedAt,
];

/** False where the person has a live record for the purpose by now. */
export const insertConsent = async (tx: Tx, consent: ConsentRecord): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO consents (tenant_id, id, subject_id, purpose_key, state, version, legal_basis, consent_type, client_id, language,
       jurisdiction, notices, collection_method, personal, given_at, expires_at, due_at, withdrawn_at, previous_consent_id,
       history_count, last_at, last_hash, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
     ON CONFLICT DO NOTHING`,
    valuesOf(tx, consent),
  )) === 1;

export const updateConsent = (tx: Tx, consent: ConsentRecord): Promise<number> =>
  tx.execute(
    `UPDATE consents SET subject_id = $3, purpose_key = $4, state = $5, version = $6, legal_basis = $7, consent_type = $8, client_id = $9,
       language = $10, jurisdiction = $11, notices = $12, collection_method = $13, personal = $14, given_at = $15, expires_at = $16,
       due_at = $17, withdrawn_at = $18, previous_consent_id = $19, history_count = $20, last_at = $21, last_hash = $22,
       created_at = $23, updated_at = $24
     WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, consent),
  );

/** Links a consent to the documents that the person was shown. */
export const insertNotices = (
  tx: Tx,
  consentId: string,
  documentIds: readonly string[],
): Promise<number> =>
  tx.execute(
    `INSERT INTO consent_notices (tenant_id, document_id, consent_id) SELECT $1, unnest($3::text[]), $2 ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, consentId, documentIds],
  );

/** Every record of these people, locked. */
export const lockConsentsOf = (tx: Tx, subjectIds: readonly string[]): Promise<ConsentRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM consents WHERE tenant_id = $1 AND subject_id = ANY($2) ORDER BY id FOR UPDATE`,
    [tx.context.tenantId, subjectIds],
  );

/** Nobody else changes these consents before the transaction ends. */
export const lockConsents = (tx: Tx, ids: readonly string[]): Promise<{ id: string }[]> =>
  tx.rows('SELECT id FROM consents WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE', [
    tx.context.tenantId,
    ids,
  ]);

/** Replaces the ids of people who gave or withdrew these consents for others. */
export const eraseGivers = (
  tx: Tx,
  ids: readonly string[],
  personIds: readonly string[],
): Promise<number> =>
  tx.execute(
    `UPDATE consents SET personal = jsonb_set(personal, '{givenBy,id}', to_jsonb($4::text))
     WHERE tenant_id = $1 AND id = ANY($2) AND personal #>> '{givenBy,id}' = ANY($3)`,
    [tx.context.tenantId, ids, personIds, erasedKey],
  );

/** Consents whose state has ended by itself, of any tenant. */
export const listDueConsents = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM consents
     WHERE state IN ('requested', 'given') AND due_at <= now() ORDER BY due_at LIMIT $1`,
    [limit],
  );

/** As {@link lockConsent}; undefined also while somebody else holds it. */
export const lockConsentIfFree = (tx: Tx, id: string): Promise<ConsentRecord | undefined> =>
  tx.row(
    `SELECT ${columns} FROM consents WHERE tenant_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED`,
    [tx.context.tenantId, id],
  );

export const countConsentsOf = async (tx: Tx, subjectIds: readonly string[]): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      'SELECT count(*)::int AS count FROM consents WHERE tenant_id = $1 AND subject_id = ANY($2)',
      [tx.context.tenantId, subjectIds],
    )
  )?.count ?? 0;

/** Does the person of this id have a consent? */
export const hasConsents = async (tx: Tx, subjectId: string): Promise<boolean> =>
  (await tx.row('SELECT FROM consents WHERE tenant_id = $1 AND subject_id = $2 LIMIT 1', [
    tx.context.tenantId,
    subjectId,
  ])) !== undefined;

/** Consents that ended longer ago than this, of any tenant. */
export const listEndedConsents = (
  tx: WorkerTx,
  { retentionMs, limit }: { retentionMs: number; limit: number },
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM consents
     WHERE state IN ('withdrawn', 'expired', 'invalidated') AND updated_at < now() - $1 * interval '1 millisecond'
     ORDER BY updated_at LIMIT $2`,
    [retentionMs, limit],
  );

/** With their histories, receipts and links to documents. */
export const deleteConsents = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute('DELETE FROM consents WHERE tenant_id = $1 AND id = ANY($2)', [
    tx.context.tenantId,
    ids,
  ]);
