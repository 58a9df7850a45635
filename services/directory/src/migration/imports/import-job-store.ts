import { now, sql } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import type { KeptFile } from '../readers/downloads.ts';
import type { SourcePosition } from '../readers/source-reader.ts';
import { imports } from './import-job.ts';
import type { ImportCounts, ImportJobRecord } from './import-job.ts';

const ids = imports.pick('id');
const active = ids.only({ state: ['PENDING', 'RUNNING'] });

export const findImportJob = (tx: Tx, id: string): Promise<ImportJobRecord | undefined> =>
  imports.find(tx, { id });

export const lockImportJob = (tx: Tx, id: string): Promise<ImportJobRecord | undefined> =>
  imports.lock(tx, { id });

/** Imports, newest first. */
export const listImportJobs = (
  tx: Tx,
  behind: string | undefined,
  limit: number,
): Promise<ImportJobRecord[]> => imports.page(tx, { by: 'id', behind, limit });

/** The active import. */
export const findActiveJobId = async (tx: Tx): Promise<string | undefined> =>
  (await active.find(tx, {}))?.id;

export const findLatestJobId = async (tx: Tx): Promise<string | undefined> =>
  (await ids.page(tx, { by: 'id', limit: 1 }))[0]?.id;

/** Inserts an import; false if another one is active. */
export const insertImportJob = async (
  tx: Tx,
  job: Pick<
    ImportJobRecord,
    'id' | 'jobId' | 'sourceId' | 'sourceVersion' | 'kind' | 'mode' | 'granter' | 'createdAt'
  >,
): Promise<boolean> =>
  (await imports.insertIfAbsent(tx, { ...job, state: 'PENDING', updatedAt: job.createdAt })) === 1;

/** Begins an attempt. */
export const markRunning = (tx: Tx, id: string): Promise<number> =>
  imports.update(tx, { id }, (of) => ({
    state: 'RUNNING',
    attempt: of('attempt', '+', 1),
    startedAt: of.fn.coalesce('startedAt', now),
    attemptStartedAt: now,
    attemptStartedRows: of.ref('rowsRead'),
    attemptStartedBytes: of.ref('bytesRead'),
    heartbeatAt: now,
    updatedAt: now,
  }));

/** Stores the copies of the files that the import reads. */
export const keepFiles = (tx: Tx, id: string, files: KeptFile[]): Promise<number> =>
  imports.update(tx, { id }, { files, heartbeatAt: now, updatedAt: now });

/** Progress of one batch. */
export interface BatchProgress extends ImportCounts {
  position: SourcePosition;
  rows: number;
  total: number | undefined;
  bytesTotal: number | null;
}

/** Counts a batch and stores where reading continues. */
export const advance = (
  tx: Tx,
  id: string,
  { position, rows, total, bytesTotal, ...counts }: BatchProgress,
): Promise<number> =>
  imports.update(tx, { id }, (of) => ({
    position,
    rowsRead: of('rowsRead', '+', rows),
    created: of('created', '+', counts.created),
    updated: of('updated', '+', counts.updated),
    skipped: of('skipped', '+', counts.skipped),
    failed: of('failed', '+', counts.failed),
    bytesRead: position.bytes,
    bytesTotal,
    total,
    heartbeatAt: sql<Date>`clock_timestamp()`,
    updatedAt: now,
  }));

/** Ends an import. */
export const endImport = (
  tx: Tx,
  id: string,
  state: 'COMPLETED' | 'FAILED' | 'CANCELLED',
  failure: ImportJobRecord['failure'] = null,
): Promise<number> =>
  imports.update(tx, { id }, (of) => ({
    state,
    failure,
    total: state === 'COMPLETED' ? of.ref('rowsRead') : undefined,
    finishedAt: now,
    updatedAt: now,
  }));

/** Continues an ended import. @throws a unique violation if another one is active */
export const reopenImport = (tx: Tx, id: string, jobId: string): Promise<number> =>
  imports.update(
    tx,
    { id },
    { state: 'PENDING', jobId, attempt: 0, failure: null, finishedAt: null, updatedAt: now },
  );

/** The locations of the tenant's uploads and of the copied files that its imports read. */
export const listFileLocations = async (tx: Tx): Promise<string[]> =>
  (
    await tx.rows<{ location: string }>(
      `SELECT location FROM migration_uploads WHERE tenant_id = $1 AND location IS NOT NULL
       UNION
       SELECT file->>'location' FROM import_jobs, jsonb_array_elements(files) AS file WHERE tenant_id = $1`,
      [tx.context.tenantId],
    )
  ).map(({ location }) => location);
