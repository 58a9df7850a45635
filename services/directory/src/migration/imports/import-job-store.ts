import type { Tx } from '@platform/kit/database';
import type { KeptFile } from '../readers/downloads.ts';
import type { SourcePosition } from '../readers/source-reader.ts';
import type { ImportCounts, ImportJobRecord } from './import-job.ts';

const columns = `id, job_id, source_id, source_version, kind, mode, state, granter, attempt, position, files, total,
  rows_read, created, updated, skipped, failed, bytes_read, bytes_total, failure, started_at,
  attempt_started_at, attempt_started_rows, attempt_started_bytes,
  heartbeat_at, finished_at, created_at, updated_at`;

type Row = ImportJobRecord & Record<string, unknown>;

export const findImportJob = (tx: Tx, id: string): Promise<ImportJobRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM import_jobs WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockImportJob = (tx: Tx, id: string): Promise<ImportJobRecord | undefined> =>
  tx.row<Row>(`SELECT ${columns} FROM import_jobs WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

/** Imports, newest first. */
export const listImportJobs = (
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<ImportJobRecord[]> =>
  tx.rows<Row>(
    `SELECT ${columns} FROM import_jobs WHERE tenant_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tx.context.tenantId, before ?? null, limit],
  );

/** The import that is under way. */
export const findActiveJobId = async (tx: Tx): Promise<string | undefined> =>
  (
    await tx.row<{ id: string }>(
      `SELECT id FROM import_jobs WHERE tenant_id = $1 AND state IN ('PENDING', 'RUNNING')`,
      [tx.context.tenantId],
    )
  )?.id;

export const findLatestJobId = async (tx: Tx): Promise<string | undefined> =>
  (
    await tx.row<{ id: string }>(
      'SELECT id FROM import_jobs WHERE tenant_id = $1 ORDER BY id DESC LIMIT 1',
      [tx.context.tenantId],
    )
  )?.id;

/** Inserts an import; false when another one is under way. */
export const insertImportJob = async (
  tx: Tx,
  job: Pick<
    ImportJobRecord,
    'id' | 'jobId' | 'sourceId' | 'sourceVersion' | 'kind' | 'mode' | 'granter' | 'createdAt'
  >,
): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO import_jobs (tenant_id, id, job_id, source_id, source_version, kind, mode, state, granter, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', $8, $9, $9)
     ON CONFLICT (tenant_id) WHERE state IN ('PENDING', 'RUNNING') DO NOTHING`,
    [
      tx.context.tenantId,
      job.id,
      job.jobId,
      job.sourceId,
      job.sourceVersion,
      job.kind,
      job.mode,
      JSON.stringify(job.granter),
      job.createdAt,
    ],
  )) === 1;

/** Begins an attempt. */
export const markRunning = (tx: Tx, id: string): Promise<number> =>
  tx.execute(
    `UPDATE import_jobs SET state = 'RUNNING', attempt = attempt + 1, started_at = coalesce(started_at, now()), attempt_started_at = now(),
       attempt_started_rows = rows_read, attempt_started_bytes = bytes_read, heartbeat_at = now(), updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id],
  );

/** Keeps the copies of the files that the import reads. */
export const keepFiles = (tx: Tx, id: string, files: readonly KeptFile[]): Promise<number> =>
  tx.execute(
    'UPDATE import_jobs SET files = $3, heartbeat_at = now(), updated_at = now() WHERE tenant_id = $1 AND id = $2',
    [tx.context.tenantId, id, JSON.stringify(files)],
  );

/** Progress of one batch. */
export interface BatchProgress extends ImportCounts {
  position: SourcePosition;
  rows: number;
  total: number | undefined;
  bytesTotal: number | null;
}

/** Counts a batch and keeps where reading goes on. */
export const advance = (tx: Tx, id: string, progress: BatchProgress): Promise<number> =>
  tx.execute(
    `UPDATE import_jobs SET position = $3, rows_read = rows_read + $4, created = created + $5, updated = updated + $6, skipped = skipped + $7,
       failed = failed + $8, bytes_read = $9, bytes_total = $10, total = coalesce($11, total), heartbeat_at = clock_timestamp(), updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [
      tx.context.tenantId,
      id,
      JSON.stringify(progress.position),
      progress.rows,
      progress.created,
      progress.updated,
      progress.skipped,
      progress.failed,
      progress.position.bytes,
      progress.bytesTotal,
      progress.total ?? null,
    ],
  );

/** Ends an import. */
export const endImport = (
  tx: Tx,
  id: string,
  state: 'COMPLETED' | 'FAILED' | 'CANCELLED',
  failure: ImportJobRecord['failure'] = null,
): Promise<number> =>
  tx.execute(
    `UPDATE import_jobs SET state = $3, failure = $4, finished_at = now(), updated_at = now(),
       total = CASE WHEN $3 = 'COMPLETED' THEN rows_read ELSE total END WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id, state, failure === null ? null : JSON.stringify(failure)],
  );

/** Lets an ended import go on. @throws a unique violation when another one is under way */
export const reopenImport = (tx: Tx, id: string, jobId: string): Promise<number> =>
  tx.execute(
    `UPDATE import_jobs SET state = 'PENDING', job_id = $3, attempt = 0, failure = NULL, finished_at = NULL, updated_at = now() WHERE tenant_id = $1 AND id = $2`,
    [tx.context.tenantId, id, jobId],
  );

/** The stores that uploads of the tenant, and copies of files that its imports read, are in. */
export const listFileLocations = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ location: string }>(
      `SELECT location FROM migration_uploads WHERE tenant_id = $1 AND location IS NOT NULL
       UNION
       SELECT file->>'location' FROM import_jobs, jsonb_array_elements(files) AS file WHERE tenant_id = $1`,
      [tx.context.tenantId],
    )
  ).map(({ location }) => location);
