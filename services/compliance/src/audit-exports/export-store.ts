import type { AuditExport } from '@platform/contracts';
import type { Tx, WorkerTx } from '@platform/kit/database';
import type { PartContent } from './export-content.ts';
import type { AuditExportRecord, ExportRequest, AuditExportPartRecord } from './export-record.ts';

// What has run out is so before a sweep has seen it.
const state = `CASE WHEN state = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE state END`;
const columns = `id, ${state} AS state, request, location, max_seq, scanned_seq, records,
  manifest_sha256, altered_seqs, error, expires_at, created_at, updated_at`;

const one = (tx: Tx, sql: string, params: unknown[]): Promise<AuditExportRecord | undefined> =>
  tx.row<AuditExportRecord>(sql, [tx.context.tenantId, ...params]);

export const countOpenExports = async (tx: Tx): Promise<number> =>
  (await tx.row<{ n: number }>(
    `SELECT count(*)::int AS n FROM audit_exports WHERE tenant_id = $1 AND state IN ('PENDING', 'RUNNING')`,
    [tx.context.tenantId],
  ))!.n;

/** An export that is asked for. */
export interface NewExport {
  id: string;
  request: ExportRequest;
  location: string;
  maxSeq: number;
  scannedSeq: number;
}

export const insertAuditExport = async (tx: Tx, e: NewExport): Promise<AuditExportRecord> =>
  (await one(
    tx,
    `INSERT INTO audit_exports (tenant_id, id, request, location, max_seq, scanned_seq) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [e.id, JSON.stringify(e.request), e.location, e.maxSeq, e.scannedSeq],
  )) as AuditExportRecord;

export const findAuditExport = (tx: Tx, id: string): Promise<AuditExportRecord | undefined> =>
  one(tx, `SELECT ${columns} FROM audit_exports WHERE tenant_id = $1 AND id = $2`, [id]);

export const lockExport = (tx: Tx, id: string): Promise<AuditExportRecord | undefined> =>
  one(tx, `SELECT ${columns} FROM audit_exports WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [id]);

/** Newest first; ids sort by creation. */
export const listAuditExports = (
  tx: Tx,
  before: string | undefined,
  { limit, inState }: { limit: number; inState: AuditExport['state'] | undefined },
): Promise<AuditExportRecord[]> =>
  tx.rows<AuditExportRecord>(
    `SELECT ${columns} FROM audit_exports WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR ${state} = $3) ORDER BY id DESC LIMIT $4`,
    [tx.context.tenantId, before ?? null, inState ?? null, limit],
  );

/** An open export, being made from now on; undefined when it was cancelled. */
export const startAuditExport = (tx: Tx, id: string): Promise<AuditExportRecord | undefined> =>
  one(
    tx,
    `UPDATE audit_exports SET state = 'RUNNING', updated_at = now() WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'RUNNING') RETURNING ${columns}`,
    [id],
  );

/** Records how far a running export has come; undefined when it was cancelled. */
export const advanceExport = (
  tx: Tx,
  id: string,
  { scannedSeq, records, alteredSeqs }: Pick<PartContent, 'scannedSeq' | 'records' | 'alteredSeqs'>,
): Promise<AuditExportRecord | undefined> =>
  one(
    tx,
    `UPDATE audit_exports SET scanned_seq = $3, records = records + $4, altered_seqs = altered_seqs || $5::bigint[], updated_at = now()
     WHERE tenant_id = $1 AND id = $2 AND state = 'RUNNING' RETURNING ${columns}`,
    [id, scannedSeq, records, alteredSeqs],
  );

export const completeExport = (
  tx: Tx,
  id: string,
  { manifestSha256, retentionMs }: { manifestSha256: string; retentionMs: number },
): Promise<AuditExportRecord | undefined> =>
  one(
    tx,
    `UPDATE audit_exports SET state = 'COMPLETED', manifest_sha256 = $3, expires_at = now() + make_interval(secs => $4), updated_at = now()
     WHERE tenant_id = $1 AND id = $2 AND state = 'RUNNING' RETURNING ${columns}`,
    [id, manifestSha256, retentionMs / 1000],
  );

/** Ends an export without a result. */
export const endExport = (
  tx: Tx,
  id: string,
  to: 'FAILED' | 'CANCELLED' | 'EXPIRED',
  error: AuditExport['error'] = null,
): Promise<AuditExportRecord | undefined> =>
  one(
    tx,
    `UPDATE audit_exports SET state = $3, error = $4, expires_at = CASE WHEN $3 = 'EXPIRED' THEN least(expires_at, now()) END, updated_at = now()
     WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'RUNNING', 'COMPLETED') RETURNING ${columns}`,
    [id, to, error && JSON.stringify(error)],
  );

export const setEmpty = (tx: Tx, id: string): Promise<number> =>
  tx.execute('UPDATE audit_exports SET is_empty = true WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

const partColumns = 'part, name, kind, records, bytes, sha256, first_seq, last_seq';

export const insertPart = (tx: Tx, exportId: string, p: AuditExportPartRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO audit_export_parts (tenant_id, export_id, part, name, kind, records, bytes, sha256, first_seq, last_seq)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.context.tenantId,
      exportId,
      p.part,
      p.name,
      p.kind,
      p.records,
      p.bytes,
      p.sha256,
      p.firstSeq,
      p.lastSeq,
    ],
  );

/** The files of these exports, in their order. */
export async function listPartsOfExports(
  tx: Tx,
  exportIds: readonly string[],
): Promise<(exportId: string) => AuditExportPartRecord[]> {
  const rows = await tx.rows<AuditExportPartRecord & { exportId: string }>(
    `SELECT export_id, ${partColumns} FROM audit_export_parts WHERE tenant_id = $1 AND export_id = ANY($2) ORDER BY part`,
    [tx.context.tenantId, exportIds],
  );
  return (id) =>
    rows.filter(({ exportId }) => exportId === id).map(({ exportId: _of, ...part }) => part);
}

export const listAuditExportParts = async (
  tx: Tx,
  exportId: string,
): Promise<AuditExportPartRecord[]> => (await listPartsOfExports(tx, [exportId]))(exportId);

export const findPart = (
  tx: Tx,
  exportId: string,
  part: number,
): Promise<AuditExportPartRecord | undefined> =>
  tx.row<AuditExportPartRecord>(
    `SELECT ${partColumns} FROM audit_export_parts WHERE tenant_id = $1 AND export_id = $2 AND part = $3`,
    [tx.context.tenantId, exportId, part],
  );

/** Exports whose files have had their time. */
export const listExpiredExports = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM audit_exports WHERE state = 'COMPLETED' AND expires_at <= now() ORDER BY expires_at LIMIT $1`,
    [limit],
  );

/** Exports that ended some time ago and still have files: the job that removes them should have run. */
export const listLeftoverExports = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM audit_exports
     WHERE NOT is_empty AND state IN ('FAILED', 'CANCELLED', 'EXPIRED') AND updated_at < now() - interval '10 minutes'
     ORDER BY updated_at LIMIT $1`,
    [limit],
  );

/** Exports that ended long ago, and have no files. */
export const listOldExports = (
  tx: WorkerTx,
  { retentionMs, limit }: { retentionMs: number; limit: number },
): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(
    `SELECT tenant_id, id FROM audit_exports
     WHERE is_empty AND state IN ('FAILED', 'CANCELLED', 'EXPIRED') AND updated_at < now() - $1 * interval '1 millisecond'
     ORDER BY updated_at LIMIT $2`,
    [retentionMs, limit],
  );

export const deleteAuditExport = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM audit_exports WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

/** The stores that files of the tenant's exports are in. */
export const listExportLocations = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ location: string }>(
      'SELECT DISTINCT location FROM audit_exports WHERE tenant_id = $1',
      [tx.context.tenantId],
    )
  ).map(({ location }) => location);
