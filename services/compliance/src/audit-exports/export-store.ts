import { isId } from '@platform/contracts';
import type { AuditExport, CreateAuditExportRequest } from '@platform/contracts';
import { fromNow, now, sql } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { compliance } from '../generated/tables.ts';
import type { TenantKey } from '../tenant-blocks.ts';

/** A request with its defaults and times in UTC. */
export type ExportRequest = CreateAuditExportRequest & { includeChain: boolean };

// An export expires on time, even before a sweep marks it.
const state = sql<
  AuditExport['state']
>`CASE WHEN state = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE state END`;
const exports = compliance
  .table('auditExports')
  .narrow<{
    request: ExportRequest;
    error: AuditExport['error'];
    /** Records whose rows differ from the sealed text; only the first ones if there are many. */
    alteredSeqs: number[];
  }>()
  .compute(() => ({ state }));
const openExports = exports.only({ state: ['PENDING', 'RUNNING'] });
const runningExports = exports.only({ state: 'RUNNING' });
const endableExports = exports.only({ state: ['PENDING', 'RUNNING', 'COMPLETED'] });
const parts = compliance.table('auditExportParts');
const partsOfOne = parts.omit('exportId');
const keys = compliance.query.selectFrom('auditExports').select(['tenantId', 'id']);
const endedKeys = keys
  .where('state', 'in', ['FAILED', 'CANCELLED', 'EXPIRED'])
  .orderBy('updatedAt');

export type AuditExportRecord = RowOf<typeof exports>;
/** A file of an export; part 0 is the manifest. */
export type AuditExportPartRecord = RowOf<typeof partsOfOne>;

export const countOpenExports = (tx: Tx): Promise<number> => openExports.count(tx);

export const insertAuditExport = (
  tx: Tx,
  added: Pick<AuditExportRecord, 'id' | 'request' | 'location' | 'maxSeq' | 'scannedSeq'>,
): Promise<AuditExportRecord> => exports.insertReturning(tx, added);

export const findAuditExport = (tx: Tx, id: string): Promise<AuditExportRecord | undefined> =>
  exports.find(tx, { id });

/** @throws 404 if the tenant has no such export */
export const existingExport = async (tx: Tx, id: string): Promise<AuditExportRecord> =>
  found(isId('auditExport', id) ? await findAuditExport(tx, id) : undefined);

/** @throws 404 if the tenant has no such export */
export const lockedExport = async (tx: Tx, id: string): Promise<AuditExportRecord> =>
  found(isId('auditExport', id) ? await exports.lock(tx, { id }) : undefined);

/** Newest first; ids sort by creation time. */
export const listAuditExports = (
  tx: Tx,
  behind: string | undefined,
  { limit, inState }: { limit: number; inState: AuditExport['state'] | undefined },
): Promise<AuditExportRecord[]> =>
  (inState === undefined ? exports : exports.only(() => sql<boolean>`${state} = ${inState}`)).page(
    tx,
    { by: 'id', behind, limit },
  );

/** Marks an open export as running; undefined if it was cancelled. */
export const startAuditExport = (tx: Tx, id: string): Promise<AuditExportRecord | undefined> =>
  openExports.updateReturning(tx, { id }, { state: 'RUNNING', updatedAt: now });

/** Records the progress of a running export; undefined if it was cancelled. */
export const advanceExport = (
  tx: Tx,
  id: string,
  {
    scannedSeq,
    records,
    alteredSeqs,
  }: Pick<AuditExportRecord, 'scannedSeq' | 'records' | 'alteredSeqs'>,
): Promise<AuditExportRecord | undefined> =>
  runningExports.updateReturning(tx, { id }, (of) => ({
    scannedSeq,
    records: of('records', '+', records),
    alteredSeqs: sql<number[]>`altered_seqs || ${alteredSeqs}::bigint[]`,
    updatedAt: now,
  }));

export const completeExport = (
  tx: Tx,
  id: string,
  { manifestSha256, retentionMs }: { manifestSha256: string; retentionMs: number },
): Promise<AuditExportRecord | undefined> =>
  runningExports.updateReturning(
    tx,
    { id },
    { state: 'COMPLETED', manifestSha256, expiresAt: fromNow(retentionMs), updatedAt: now },
  );

/** Ends an export without a result. */
export const endExport = (
  tx: Tx,
  id: string,
  to: 'FAILED' | 'CANCELLED' | 'EXPIRED',
  error: AuditExport['error'] = null,
): Promise<AuditExportRecord | undefined> =>
  endableExports.updateReturning(
    tx,
    { id },
    {
      state: to,
      error,
      expiresAt: to === 'EXPIRED' ? sql<Date>`least(expires_at, now())` : null,
      updatedAt: now,
    },
  );

export const setEmpty = (tx: Tx, id: string): Promise<number> =>
  exports.update(tx, { id }, { isEmpty: true });

export const insertPart = (
  tx: Tx,
  exportId: string,
  { part, name, kind, records, bytes, sha256, firstSeq, lastSeq }: AuditExportPartRecord,
): Promise<number> =>
  parts.insert(tx, { exportId, part, name, kind, records, bytes, sha256, firstSeq, lastSeq });

/** Lists the files of these exports, in order. */
export async function listPartsOfExports(
  tx: Tx,
  exportIds: readonly string[],
): Promise<(exportId: string) => AuditExportPartRecord[]> {
  const rows = await parts.list(tx, { where: { exportId: exportIds }, orderBy: 'part' });
  return (id) =>
    rows.filter(({ exportId }) => exportId === id).map(({ exportId: _of, ...part }) => part);
}

export const listAuditExportParts = (tx: Tx, exportId: string): Promise<AuditExportPartRecord[]> =>
  partsOfOne.list(tx, { where: { exportId }, orderBy: 'part' });

export const findPart = (
  tx: Tx,
  exportId: string,
  part: number,
): Promise<AuditExportPartRecord | undefined> => partsOfOne.find(tx, { exportId, part });

/** Lists exports whose files have expired. */
export const listExpiredExports = (tx: WorkerTx, limit: number): Promise<TenantKey[]> =>
  tx.rows(
    keys
      .where('state', '=', 'COMPLETED')
      .where('expiresAt', '<=', now)
      .orderBy('expiresAt')
      .limit(limit),
  );

/** Lists exports that ended ten minutes ago and still have files: their removal job should have run. */
export const listLeftoverExports = (tx: WorkerTx, limit: number): Promise<TenantKey[]> =>
  tx.rows(
    endedKeys.where('isEmpty', '=', false).where('updatedAt', '<', fromNow(-600_000)).limit(limit),
  );

/** Lists exports that ended long ago and have no files. */
export const listOldExports = (
  tx: WorkerTx,
  retentionMs: number,
  limit: number,
): Promise<TenantKey[]> =>
  tx.rows(
    endedKeys
      .where('isEmpty', '=', true)
      .where('updatedAt', '<', fromNow(-retentionMs))
      .limit(limit),
  );

export const deleteAuditExports = (tx: Tx, id: readonly string[]): Promise<number> =>
  exports.delete(tx, { id });

/** Lists the object stores with files of the tenant's exports. */
export const listExportLocations = async (tx: Tx): Promise<string[]> =>
  (await tx.rows(exports.pick('location').select(tx).distinct())).map(({ location }) => location);
