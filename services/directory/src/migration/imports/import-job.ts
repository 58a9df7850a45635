import type { Actor, ImportErrorResource, ImportJobResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../../generated/tables.ts';
import type { RoleGranter } from '../../roles/role-check.ts';
import type { KeptFile } from '../readers/downloads.ts';
import type { SourcePosition } from '../readers/source-reader.ts';

/**
 * The caller who started an import. Roles that the import gives are checked against the caller's
 * scopes.
 */
export interface ImportGranter extends RoleGranter {
  scopes: string[];
}

export const imports = directory.table('importJobs').narrow<{
  mode: ImportJobResource['mode'];
  granter: ImportGranter;
  position: SourcePosition | null;
  files: KeptFile[] | null;
  failure: { code: string; detail: string } | null;
}>();

/** A stored import. `jobId` is the background job that does the work. */
export type ImportJobRecord = RowOf<typeof imports>;

/** Rows by result. */
export type ImportCounts = Pick<ImportJobRecord, 'created' | 'updated' | 'skipped' | 'failed'>;

export const isActive = ({ state }: Pick<ImportJobRecord, 'state'>): boolean =>
  state === 'PENDING' || state === 'RUNNING';

/** The counts of an import, as in its events. */
export const countsOf = ({ created, updated, skipped, failed }: ImportCounts): ImportCounts => ({
  created,
  updated,
  skipped,
  failed,
});

interface Pace {
  ratePerSecond: number | null;
  etaSeconds: number | null;
}

/**
 * The speed of the current attempt and the time left at that rate: by rows if their number is
 * known, else by bytes.
 */
function paceOf(job: ImportJobRecord): Pace {
  const { attemptStartedAt, heartbeatAt } = job;
  const seconds =
    attemptStartedAt && heartbeatAt
      ? (heartbeatAt.getTime() - attemptStartedAt.getTime()) / 1_000
      : 0;
  if (seconds <= 0) return { ratePerSecond: null, etaSeconds: null };
  const ratePerSecond = Math.round((10 * (job.rowsRead - job.attemptStartedRows)) / seconds) / 10;
  const bytesPerSecond = (job.bytesRead - job.attemptStartedBytes) / seconds;
  const left = (whole: number | null, done: number, rate: number): number | null =>
    whole === null || rate <= 0 ? null : Math.max(0, Math.ceil((whole - done) / rate));
  const etaSeconds =
    left(job.total, job.rowsRead, ratePerSecond) ??
    left(job.bytesTotal, job.bytesRead, bytesPerSecond);
  return { ratePerSecond, etaSeconds: isActive(job) ? etaSeconds : null };
}

export const importJobResource = (
  job: ImportJobRecord,
  errorSample: ImportErrorResource[],
): ImportJobResource => ({
  id: job.id,
  state: job.state,
  kind: job.kind,
  sourceVersion: job.sourceVersion,
  mode: job.mode,
  progress: {
    total: job.total,
    read: job.rowsRead,
    ...countsOf(job),
    bytes: job.bytesRead,
    bytesTotal: job.bytesTotal,
    ...paceOf(job),
  },
  attempt: job.attempt,
  errorCount: job.failed,
  errorSample,
  requestedBy: { type: job.granter.type, id: job.granter.id } as Actor,
  startedAt: isoTime(job.startedAt),
  heartbeatAt: isoTime(job.heartbeatAt),
  finishedAt: isoTime(job.finishedAt),
  failure: job.failure,
  createdAt: job.createdAt.toISOString(),
  updatedAt: job.updatedAt.toISOString(),
});
