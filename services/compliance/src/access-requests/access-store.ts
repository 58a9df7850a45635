import type { Tx, WorkerTx } from '@platform/kit/database';
import type { AccessRecord, AccessPartRecord } from './access-record.ts';

const columns = `id, state, kind, subject_type, subject_hash, subject_id,
  requested_by, regulation, identity_verification, external_reference,
  note, received_at, due_at, store_location, bundle_bytes::float8 AS bundle_bytes,
  bundle_sha256, bundle_generated_at, bundle_expires_at, downloads,
  has_objects, object_round, created_at, updated_at`;
const partColumns = `peer, status, attempts, bytes::float8 AS bytes, sha256, error, fetched_at`;

/** What a new request holds. */
export type NewAccessRequest = Pick<
  AccessRecord,
  | 'id'
  | 'kind'
  | 'subjectType'
  | 'subjectHash'
  | 'subjectId'
  | 'requestedBy'
  | 'regulation'
  | 'identityVerification'
  | 'externalReference'
  | 'note'
  | 'receivedAt'
  | 'dueAt'
>;

/** Undefined where the person has an open request. */
export const insertAccessRequest = (
  tx: Tx,
  r: NewAccessRequest,
): Promise<AccessRecord | undefined> =>
  tx.row(
    `INSERT INTO access_requests (tenant_id, id, state, kind, subject_type, subject_hash, subject_id, requested_by, regulation,
       identity_verification, external_reference, note, received_at, due_at)
     VALUES ($1, $2, 'PENDING', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (tenant_id, subject_hash) WHERE state IN ('PENDING', 'RUNNING') DO NOTHING RETURNING ${columns}`,
    [
      tx.context.tenantId,
      r.id,
      r.kind,
      r.subjectType,
      r.subjectHash,
      r.subjectId,
      r.requestedBy,
      r.regulation,
      r.identityVerification,
      r.externalReference,
      r.note,
      r.receivedAt,
      r.dueAt,
    ],
  );

export const findAccessRequest = (tx: Tx, id: string): Promise<AccessRecord | undefined> =>
  tx.row(`SELECT ${columns} FROM access_requests WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockAccessRequest = (tx: Tx, id: string): Promise<AccessRecord | undefined> =>
  tx.row(`SELECT ${columns} FROM access_requests WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

export const findOpenAccessRequest = (
  tx: Tx,
  subjectHash: string,
): Promise<{ id: string; isFresh: boolean } | undefined> =>
  tx.row(
    `SELECT id, created_at > clock_timestamp() - interval '24 hours' AS is_fresh FROM access_requests
     WHERE tenant_id = $1 AND subject_hash = $2 AND state IN ('PENDING', 'RUNNING')`,
    [tx.context.tenantId, subjectHash],
  );

export const countActiveRequests = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM access_requests WHERE tenant_id = $1 AND state IN ('PENDING', 'RUNNING')`,
      [tx.context.tenantId],
    )
  )?.count ?? 0;

/** Newest first. */
export const listAccessRequests = (
  tx: Tx,
  filter: { subjectHash?: string; state?: string; before?: string; limit: number },
): Promise<AccessRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM access_requests
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

/** Every request about a person, locked. */
export const lockAccessRequestsOf = (
  tx: Tx,
  subjectHashes: readonly string[],
): Promise<AccessRecord[]> =>
  tx.rows(
    `SELECT ${columns} FROM access_requests WHERE tenant_id = $1 AND subject_hash = ANY($2) ORDER BY id FOR UPDATE`,
    [tx.context.tenantId, subjectHashes],
  );

/** Writes everything that changes in the life of a request. */
export const updateAccessRequest = (tx: Tx, r: AccessRecord): Promise<AccessRecord | undefined> =>
  tx.row(
    `UPDATE access_requests SET state = $3, subject_id = $4, note = $5, store_location = $6, bundle_bytes = $7, bundle_sha256 = $8,
       bundle_generated_at = $9, bundle_expires_at = $10, downloads = $11, has_objects = $12, object_round = $13, updated_at = clock_timestamp()
     WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`,
    [
      tx.context.tenantId,
      r.id,
      r.state,
      r.subjectId,
      r.note,
      r.storeLocation,
      r.bundleBytes,
      r.bundleSha256,
      r.bundleGeneratedAt,
      r.bundleExpiresAt,
      r.downloads,
      r.hasObjects,
      r.objectRound,
    ],
  );

/** The parts of these requests. */
export const listAccessParts = (
  tx: Tx,
  requestIds: readonly string[],
): Promise<(AccessPartRecord & { requestId: string })[]> =>
  tx.rows(
    `SELECT request_id, ${partColumns} FROM access_parts WHERE tenant_id = $1 AND request_id = ANY($2)
     ORDER BY request_id, peer`,
    [tx.context.tenantId, requestIds],
  );

export const insertParts = (
  tx: Tx,
  requestId: string,
  parts: readonly Pick<AccessPartRecord, 'peer' | 'status'>[],
): Promise<number> =>
  tx.execute(
    `INSERT INTO access_parts (tenant_id, request_id, peer, status)
     SELECT $1, $2, part.peer, part.status FROM unnest($3::text[], $4::text[]) AS part (peer, status)`,
    [
      tx.context.tenantId,
      requestId,
      parts.map(({ peer }) => peer),
      parts.map(({ status }) => status),
    ],
  );

/** Writes what came of asking a service. */
export const updatePart = (
  tx: Tx,
  requestId: string,
  part: Pick<AccessPartRecord, 'peer' | 'status' | 'bytes' | 'sha256' | 'error'>,
): Promise<number> =>
  tx.execute(
    `UPDATE access_parts SET status = $4, bytes = $5, sha256 = $6, error = $7, attempts = attempts + 1,
       fetched_at = CASE WHEN $4 IN ('ok', 'empty') THEN clock_timestamp() END
     WHERE tenant_id = $1 AND request_id = $2 AND peer = $3`,
    [tx.context.tenantId, requestId, part.peer, part.status, part.bytes, part.sha256, part.error],
  );

/** Has the failed services asked again. */
export const resetFailedParts = (tx: Tx, requestId: string): Promise<number> =>
  tx.execute(
    `UPDATE access_parts SET status = 'pending', attempts = 0, error = NULL
     WHERE tenant_id = $1 AND request_id = $2 AND status IN ('failed', 'pending')`,
    [tx.context.tenantId, requestId],
  );

/** Ends what was not fetched. */
export const failPendingParts = (tx: Tx, requestId: string): Promise<number> =>
  tx.execute(
    `UPDATE access_parts SET status = 'failed', error = coalesce(error, 'attempts_exhausted')
     WHERE tenant_id = $1 AND request_id = $2 AND status = 'pending'`,
    [tx.context.tenantId, requestId],
  );

/** What was answered is gone: a retry asks for it again. */
export const forgetParts = (tx: Tx, requestId: string): Promise<number> =>
  tx.execute(
    `UPDATE access_parts SET status = 'failed', bytes = NULL, sha256 = NULL, fetched_at = NULL, error = 'deleted'
     WHERE tenant_id = $1 AND request_id = $2 AND status = 'ok'`,
    [tx.context.tenantId, requestId],
  );

interface Key {
  tenantId: string;
  id: string;
}

/** Requests of any tenant whose file, or what they have collected, has expired, or whose objects are left over. */
export const listCleanable = (tx: WorkerTx, limit: number): Promise<Key[]> =>
  tx.rows(
    `(SELECT tenant_id, id FROM access_requests
      WHERE (state IN ('COMPLETED', 'PARTIAL') OR state = 'FAILED' AND has_objects) AND bundle_expires_at <= now()
      ORDER BY bundle_expires_at LIMIT $1)
     UNION ALL
     (SELECT tenant_id, id FROM access_requests WHERE has_objects
        AND (state = 'EXPIRED' OR state = 'CANCELLED' AND updated_at < now() - interval '10 minutes')
      ORDER BY updated_at LIMIT $1)`,
    [limit],
  );

/** Requests of any tenant that ended long ago. */
export const listOldAccessRequests = (
  tx: WorkerTx,
  { retentionMs, limit }: { retentionMs: number; limit: number },
): Promise<Key[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM access_requests
     WHERE NOT has_objects AND state IN ('FAILED', 'CANCELLED', 'EXPIRED') AND updated_at < now() - $1 * interval '1 millisecond'
     ORDER BY updated_at LIMIT $2`,
    [retentionMs, limit],
  );

export const deleteAccessRequests = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.execute('DELETE FROM access_requests WHERE tenant_id = $1 AND id = ANY($2)', [
    tx.context.tenantId,
    ids,
  ]);

/** The stores that objects of the tenant's requests are in. */
export const listAccessLocations = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ location: string }>(
      'SELECT DISTINCT store_location AS location FROM access_requests WHERE tenant_id = $1 AND store_location IS NOT NULL',
      [tx.context.tenantId],
    )
  ).map(({ location }) => location);
