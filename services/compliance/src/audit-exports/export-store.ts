import { isId } from '@platform/contracts';
import type { AuditExport, CreateAuditExportRequest } from '@platform/contracts';
import { fromNow, now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { found } from '@platform/kit/problem';
import { compliance } from '../generated/tables.ts';

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
