import type { ErasureState } from '@platform/contracts';
import type { Tx, WorkerTx } from '@platform/kit/database';
import type { ErasureRecord } from './erasure-record.ts';

const columns = `id, state, subject_type, subject_hash, user_id,
  identifiers_sealed, reason, requested_by, regulation,
  identity_verification, external_reference, note, received_at,
  due_at, deactivated_at, grace_ends_at, erasure_started_at,
  completed_at, cancelled_at, held_since, deferred_at, reminders,
  is_stalled, certificate, certificate_jws, certificate_kid,
  created_at, updated_at`;

/** What a new request holds. */
export type NewErasure = Pick<
  ErasureRecord,
  | 'id'
  | 'subjectType'
  | 'subjectHash'
  | 'userId'
  | 'identifiersSealed'
  | 'reason'
  | 'requestedBy'
  | 'regulation'
  | 'identityVerification'
  | 'externalReference'
  | 'note'
  | 'receivedAt'
  | 'dueAt'
>;

/** Undefined where the person has an open request. */
export const insertErasureRequest = (tx: Tx, r: NewErasure): Promise<ErasureRecord | undefined> =>
  tx.row(
    `INSERT INTO erasure_requests (tenant_id, id, state, subject_type, subject_hash, user_id, identifiers_sealed, reason, requested_by,
       regulation, identity_verification, external_reference, note, received_at, due_at)
     VALUES ($1, $2, 'RECEIVED', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (tenant_id, subject_hash) WHERE state NOT IN ('COMPLETED', 'CANCELLED') DO NOTHING RETURNING ${columns}`,
    [
      tx.context.tenantId,
      r.id,
      r.subjectType,
      r.subjectHash,
      r.userId,
      r.identifiersSealed,
      r.reason,
      r.requestedBy,
      r.regulation,
      r.identityVerification,
      r.externalReference,
      r.note,
      r.receivedAt,
      r.dueAt,
    ],
  );

/** Hashes of everything that names the person. */
export const insertErasureIdentifiers = (
  tx: Tx,
  requestId: string,
  hashes: readonly string[],
): Promise<number> =>
  tx.execute(
    `INSERT INTO erasure_identifiers (tenant_id, request_id, identifier_hash) SELECT $1, $2, unnest($3::text[]) ON CONFLICT DO NOTHING`,
    [tx.context.tenantId, requestId, hashes],
  );

export const deleteErasureIdentifiers = (tx: Tx, requestId: string): Promise<number> =>
  tx.execute('DELETE FROM erasure_identifiers WHERE tenant_id = $1 AND request_id = $2', [
    tx.context.tenantId,
    requestId,
  ]);

export const findErasureRequest = (tx: Tx, id: string): Promise<ErasureRecord | undefined> =>
  tx.row(`SELECT ${columns} FROM erasure_requests WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockRequest = (tx: Tx, id: string): Promise<ErasureRecord | undefined> =>
  tx.row(`SELECT ${columns} FROM erasure_requests WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

export const findOpenRequest = (
  tx: Tx,
  subjectHash: string,
): Promise<{ id: string; state: ErasureState } | undefined> =>
  tx.row(
    `SELECT id, state FROM erasure_requests WHERE tenant_id = $1 AND subject_hash = $2 AND state NOT IN ('COMPLETED', 'CANCELLED')`,
    [tx.context.tenantId, subjectHash],
  );

/** Newest first. */
export const listRequests = (
  tx: Tx,
  filter: { subjectHash?: string; state?: string; before?: string; limit: number },
): Promise<ErasureRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM erasure_requests
     WHERE tenant_id = $1 AND ($2::text IS NULL OR subject_hash = $2) AND ($3::text IS NULL OR state = $3) AND ($4::text IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [
      tx.context.tenantId,
      filter.subjectHash ?? null,
      filter.state ?? null,
      filter.before ?? null,
      filter.limit,
    ],
  );

/** Requests that were completed, newest first: all of them, or those of the person whom an identifier names. */
export const listCompletedRequests = (
  tx: Tx,
  filter: { identifierHash?: string | undefined; before?: string | undefined; limit: number },
): Promise<ErasureRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM erasure_requests r
     WHERE tenant_id = $1 AND state = 'COMPLETED' AND ($3::text IS NULL OR id < $3)
       AND ($2::text IS NULL OR EXISTS (SELECT FROM erasure_identifiers i
         WHERE i.tenant_id = $1 AND i.identifier_hash = $2 AND i.request_id = r.id))
     ORDER BY id DESC LIMIT $4`,
    [tx.context.tenantId, filter.identifierHash ?? null, filter.before ?? null, filter.limit],
  );

/** Writes everything that changes in the life of a request. */
export const updateRequest = (tx: Tx, r: ErasureRecord): Promise<ErasureRecord | undefined> =>
  tx.row(
    `UPDATE erasure_requests SET state = $3, user_id = $4, identifiers_sealed = $5, note = $6, deactivated_at = $7, grace_ends_at = $8,
       erasure_started_at = $9, completed_at = $10, cancelled_at = $11, held_since = $12, deferred_at = $13, reminders = $14,
       is_stalled = $15, certificate = $16, certificate_jws = $17, certificate_kid = $18, updated_at = clock_timestamp()
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [
      tx.context.tenantId,
      r.id,
      r.state,
      r.userId,
      r.identifiersSealed,
      r.note,
      r.deactivatedAt,
      r.graceEndsAt,
      r.erasureStartedAt,
      r.completedAt,
      r.cancelledAt,
      r.heldSince,
      r.deferredAt,
      r.reminders,
      r.isStalled,
      r.certificate === null ? null : JSON.stringify(r.certificate),
      r.certificateJws,
      r.certificateKid,
    ],
  );

/** For each hash that is known: the states of its requests, and when the last of them was completed. */
export const listSubjectStates = (
  tx: Tx,
  hashes: readonly string[],
): Promise<{ hash: string; states: ErasureState[]; erasedAt: Date | null }[]> =>
  tx.rows(
    `SELECT i.identifier_hash AS hash, array_agg(r.state) AS states, max(r.completed_at) AS erased_at
     FROM erasure_identifiers i JOIN erasure_requests r ON r.tenant_id = i.tenant_id AND r.id = i.request_id
     WHERE i.tenant_id = $1 AND i.identifier_hash = ANY($2) GROUP BY i.identifier_hash`,
    [tx.context.tenantId, hashes],
  );

/** Requests that have not come to their end, of any tenant, a page after a key. */
export const listOpenRequests = (
  tx: WorkerTx,
  after: { tenantId: string; id: string },
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM erasure_requests
     WHERE state NOT IN ('COMPLETED', 'CANCELLED') AND (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3`,
    [after.tenantId, after.id, limit],
  );

/** Requests that ended longer ago than this, of any tenant. */
export const listEndedRequests = (
  tx: WorkerTx,
  { retentionMs, limit }: { retentionMs: number; limit: number },
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM erasure_requests
     WHERE state IN ('COMPLETED', 'CANCELLED') AND updated_at < now() - $1 * interval '1 millisecond' ORDER BY updated_at LIMIT $2`,
    [retentionMs, limit],
  );

/** With their holds, tasks and hashes. */
export const deleteRequests = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute('DELETE FROM erasure_requests WHERE tenant_id = $1 AND id = ANY($2)', [
    tx.context.tenantId,
    ids,
  ]);

/**
 * Tombstones and certificates outlive their tenant, so that an operator can still prove an erasure to the person or to an
 * authority: Art. 5(2) GDPR. They name nobody. {@link listEndedRequests} finds them when their time is over.
 */
export const outlivingErasures = [
  { table: 'erasure_requests', where: `state = 'COMPLETED'`, cleared: ['external_reference'] },
  {
    table: 'erasure_identifiers',
    where: `EXISTS (SELECT FROM erasure_requests r
      WHERE r.tenant_id = erasure_identifiers.tenant_id AND r.id = request_id AND r.state = 'COMPLETED')`,
  },
];
