import type { ExportInput, ExportResource } from '@platform/contracts';
import type { Tx, RowOf } from '@platform/kit/database';
import { fromNow, now, sql } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';

const exports = fga
  .table('fgaExports')
  .narrow<Pick<ExportResource, 'error'> & { request: ExportInput }>()
  // An export expires on time, before a sweep has marked it.
  .compute((of) => ({
    state: of
      .case()
      .when(of.and([of('state', '=', 'COMPLETED'), of('expiresAt', '<=', now)]))
      .then('EXPIRED' as const)
      .else(of.ref('state'))
      .end(),
  }));
const open = exports.only({ state: ['PENDING', 'RUNNING'] });
const pages = fga.table('fgaExportPages');

export type ExportRecord = RowOf<typeof exports>;

export const insertExport = (
  tx: Tx,
  row: Pick<ExportRecord, 'id' | 'request' | 'modelId'>,
): Promise<ExportRecord> => exports.insertReturning(tx, row);

export const findExport = (tx: Tx, id: string): Promise<ExportRecord | undefined> =>
  exports.find(tx, { id });

/** Locks the export that occupies the tenant's slot. */
export const findOpenExport = (tx: Tx): Promise<ExportRecord | undefined> => open.lock(tx, {});

/** Newest first; ids sort by creation. */
export const listExports = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<ExportRecord[]> => exports.page(tx, { by: 'id', behind, limit });

export const deleteExport = (tx: Tx, id: string): Promise<ExportRecord | undefined> =>
  exports.deleteReturning(tx, { id });

/** Marks an open export as running; undefined if it was deleted or has ended. */
export const startExport = (
  tx: Tx,
  id: string,
  attempts: number,
): Promise<ExportRecord | undefined> =>
  open.updateReturning(tx, { id }, (of) => ({
    state: 'RUNNING',
    attempts,
    startedAt: of.fn.coalesce('startedAt', now),
    updatedAt: now,
  }));

/** Ends an open export as failed; with `staleMs`, only one without progress for that long. */
export const failExport = (
  tx: Tx,
  id: string,
  error: NonNullable<ExportRecord['error']>,
  staleMs = 0,
): Promise<ExportRecord | undefined> =>
  (staleMs === 0
    ? open
    : open.only((of) => of('updatedAt', '<', fromNow(-staleMs)))
  ).updateReturning(
    tx,
    { id },
    { state: 'FAILED', error, updatedAt: now, expiresAt: sql<Date>`now() + interval '7 days'` },
  );

/** The results of one page. */
export interface PageOfExport {
  objects: string[];
  scanned: number;
  unresolved: number;
  lastObjectId: string | null;
  revision: number;
  done: { truncated: boolean; ttlMs: number } | undefined;
}

/** Stores the `page`th page of the export; undefined if the export was deleted or has ended. */
export async function keepPage(
  tx: Tx,
  id: string,
  page: number,
  found: PageOfExport,
): Promise<ExportRecord | undefined> {
  const { done } = found;
  const kept = await exports.updateReturning(tx, { id, state: 'RUNNING' }, (of) => ({
    scanned: of('scanned', '+', found.scanned),
    matched: of('matched', '+', found.objects.length),
    unresolved: of('unresolved', '+', found.unresolved),
    startRevision: of.fn.coalesce('startRevision', of.val(found.revision)),
    endRevision: found.revision,
    updatedAt: now,
    ...(done && {
      state: 'COMPLETED',
      completedAt: now,
      truncated: done.truncated,
      expiresAt: fromNow(done.ttlMs),
    }),
  }));
  if (kept && found.objects.length > 0)
    await pages.insert(tx, { exportId: id, page, objects: found.objects });
  return kept;
}

/** The results after a page and an index within it. */
export const listFound = (
  tx: Tx,
  id: string,
  [page, index]: readonly [number, number],
  limit: number,
): Promise<{ page: number; index: number; object: string }[]> =>
  tx.rows(
    `SELECT p.page, o.index::int AS index, o.object FROM fga_export_pages p CROSS JOIN LATERAL unnest(p.objects) WITH ORDINALITY AS o(object, index)
   WHERE p.tenant_id = $1 AND p.export_id = $2 AND p.page >= $3 AND (p.page, o.index) > ($3, $4) ORDER BY p.page, o.index LIMIT $5`,
    [tx.context.tenantId, id, page, index, limit],
  );

/** Matches exports whose result, or whose row, has expired. */
export const hasRunOut = sql<boolean>`expires_at < now() - CASE WHEN state = 'EXPIRED' THEN interval '7 days' ELSE interval '0' END`;
const over = exports.only(() => hasRunOut);

/** Removes the result of a completed export; the row remains for seven more days. */
export async function expireExport(tx: Tx, id: string): Promise<void> {
  const expired = await over.update(
    tx,
    { id, state: 'COMPLETED' },
    { state: 'EXPIRED', updatedAt: now },
  );
  if (expired > 0) await pages.delete(tx, { exportId: id });
  else await over.delete(tx, { id, state: ['FAILED', 'EXPIRED'] });
}
