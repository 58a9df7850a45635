import type { ExportInput, ExportResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { CompiledModel } from '../models/compiled-model.ts';
import { tenantOf } from '../store/tenant-uuid.ts';

/** An export as its row holds it. */
export interface ExportRecord {
  id: string;
  state: ExportResource['state'];
  request: ExportInput;
  modelId: string;
  scanned: number;
  matched: number;
  unresolved: number;
  truncated: boolean;
  startRevision: number | null;
  endRevision: number | null;
  attempts: number;
  error: ExportResource['error'];
  createdAt: Date;
  startedAt: Date | null;
  updatedAt: Date;
  completedAt: Date | null;
  expiresAt: Date | null;
}

// What has run out is so before a sweep has seen it.
const columns = `id, CASE WHEN state = 'COMPLETED' AND expires_at <= now() THEN 'EXPIRED' ELSE state END AS state, request, model_id, scanned, matched, unresolved, truncated, start_revision, end_revision, attempts, error,
  created_at, started_at, updated_at, completed_at, expires_at`;
const one = async (tx: Tx, sql: string, params: unknown[]): Promise<ExportRecord | undefined> =>
  tx.row<ExportRecord>(sql, [tx.context.tenantId, ...params]);

export const insertExport = async (
  tx: Tx,
  { id, request, modelId }: Pick<ExportRecord, 'id' | 'request' | 'modelId'>,
): Promise<ExportRecord> =>
  (await one(
    tx,
    `INSERT INTO fga_exports (tenant_id, id, request, model_id) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
    [id, JSON.stringify(request), modelId],
  )) as ExportRecord;

export const findExport = (tx: Tx, id: string): Promise<ExportRecord | undefined> =>
  one(tx, `SELECT ${columns} FROM fga_exports WHERE tenant_id = $1 AND id = $2`, [id]);

/** The one that holds the tenant's slot. */
export const findOpenExport = (tx: Tx): Promise<ExportRecord | undefined> =>
  one(
    tx,
    `SELECT ${columns} FROM fga_exports WHERE tenant_id = $1 AND state IN ('PENDING', 'RUNNING') FOR UPDATE`,
    [],
  );

/** Newest first; ids sort by creation. */
export const listExports = (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<ExportRecord[]> =>
  tx.rows<ExportRecord>(
    `SELECT ${columns} FROM fga_exports WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit],
  );

export const deleteExport = (tx: Tx, id: string): Promise<ExportRecord | undefined> =>
  one(tx, `DELETE FROM fga_exports WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`, [id]);

/** Marks an open export as being made; undefined when it was deleted or has ended. */
export const startExport = (
  tx: Tx,
  id: string,
  attempt: number,
): Promise<ExportRecord | undefined> =>
  one(
    tx,
    `UPDATE fga_exports SET state = 'RUNNING', attempts = $3, started_at = coalesce(started_at, now()), updated_at = now()
     WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'RUNNING') RETURNING ${columns}`,
    [id, attempt],
  );

/** Ends an open export as failed; with `staleMs` only one that nothing has moved for so long. */
export const failExport = (
  tx: Tx,
  id: string,
  error: NonNullable<ExportRecord['error']>,
  staleMs = 0,
): Promise<ExportRecord | undefined> =>
  one(
    tx,
    `UPDATE fga_exports SET state = 'FAILED', error = $3, updated_at = now(), expires_at = now() + interval '7 days'
     WHERE tenant_id = $1 AND id = $2 AND state IN ('PENDING', 'RUNNING') AND ($4 = 0 OR updated_at < now() - make_interval(secs => $4)) RETURNING ${columns}`,
    [id, JSON.stringify(error), staleMs / 1000],
  );

/** What one page adds. */
export interface PageOfExport {
  objects: string[];
  scanned: number;
  unresolved: number;
  lastObjectId: string | null;
  revision: number;
  done: { truncated: boolean; ttlMs: number } | undefined;
}

/** Keeps a page, the `page`th of the export; undefined when the export was deleted or has ended. */
export async function keepPage(
  tx: Tx,
  id: string,
  page: number,
  found: PageOfExport,
): Promise<ExportRecord | undefined> {
  const kept = await one(
    tx,
    `UPDATE fga_exports SET scanned = scanned + $3, matched = matched + $4, unresolved = unresolved + $5,
       start_revision = coalesce(start_revision, $6), end_revision = $6, updated_at = now(),
       state = CASE WHEN $7 THEN 'COMPLETED' ELSE state END, completed_at = CASE WHEN $7 THEN now() END, truncated = $8, expires_at = CASE WHEN $7 THEN now() + make_interval(secs => $9) END
     WHERE tenant_id = $1 AND id = $2 AND state = 'RUNNING' RETURNING ${columns}`,
    [
      id,
      found.scanned,
      found.objects.length,
      found.unresolved,
      found.revision,
      found.done !== undefined,
      found.done?.truncated ?? false,
      (found.done?.ttlMs ?? 0) / 1000,
    ],
  );
  if (kept && found.objects.length > 0)
    await tx.execute(
      'INSERT INTO fga_export_pages (tenant_id, export_id, page, objects) VALUES ($1, $2, $3, $4)',
      [tx.context.tenantId, id, page, found.objects],
    );
  return kept;
}

/** What was found, from a page and an index within it on. */
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

/** Distinct ids of a type's objects, in the order of the primary key; tuples that this model takes no more, or that expired, name none. */
export async function listObjectIds(
  tx: Tx,
  model: CompiledModel,
  { type, after, limit }: { type: string; after: string | null; limit: number },
): Promise<string[]> {
  // Names hold no white space.
  const taken = [...(model.types.get(type)?.relations.values() ?? [])].flatMap(
    ({ name, restrictions }) =>
      restrictions.map((r) =>
        [name, r.type, r.relation ?? '', r.wildcard, r.condition ?? ''].join(' '),
      ),
  );
  const rows = await tx.rows<{ id: string }>(
    `SELECT DISTINCT object_id AS id FROM relation_tuples
     WHERE tenant_id = $1 AND object_type = $2 AND object_id > $3 AND (expires_at IS NULL OR expires_at > now())
       AND relation || ' ' || subject_type || ' ' || subject_relation || ' ' || (subject_id = '*')::text || ' ' || coalesce(condition_name, '') = ANY ($5::text[])
     ORDER BY object_id LIMIT $4`,
    [tenantOf(tx), type, after ?? '', limit, taken],
  );
  return rows.map((row) => row.id);
}

/** Of exports whose result, or whose row, has had its time. */
export const hasRunOut = `expires_at < now() - CASE WHEN state = 'EXPIRED' THEN interval '7 days' ELSE interval '0' END`;

/** Takes away what a completed export found; the row stays for seven days more. */
export async function expireExport(tx: Tx, id: string): Promise<void> {
  const { tenantId } = tx.context;
  const expired = await tx.execute(
    `UPDATE fga_exports SET state = 'EXPIRED', updated_at = now() WHERE tenant_id = $1 AND id = $2 AND state = 'COMPLETED' AND ${hasRunOut}`,
    [tenantId, id],
  );
  if (expired > 0)
    await tx.execute('DELETE FROM fga_export_pages WHERE tenant_id = $1 AND export_id = $2', [
      tenantId,
      id,
    ]);
  else
    await tx.execute(
      `DELETE FROM fga_exports WHERE tenant_id = $1 AND id = $2 AND state IN ('FAILED', 'EXPIRED') AND ${hasRunOut}`,
      [tenantId, id],
    );
}
