import { z } from 'zod';
import type { Tx } from '@platform/kit/database';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, EndedJob, JobKind, JobMount, JobSettings } from '@platform/kit/jobs';
import { readPage } from './export-page.ts';
import type { PageOptions } from './export-page.ts';
import { exportFact } from './export-resource.ts';
import { failExport, keepPage, startExport } from './export-store.ts';
import type { ExportRecord } from './export-store.ts';

export interface ExportPayload {
  exportId: string;
}

/** Each export is made by one job, with the export's id as its dedupe key. */
export const exportJobKind = (
  settings: Pick<JobSettings, 'concurrency' | 'maxAttempts' | 'leaseMs'>,
): JobKind<ExportPayload> =>
  jobKind({
    name: 'fga_export',
    payload: z.object({ exportId: z.string() }),
    // A tenant has one open export. A worker that hangs on an abandoned one does not block the
    // next.
    perTenant: 10,
    ...settings,
  });

/** The progress of an export. */
interface Position {
  pages: number;
  lastObjectId: string | null;
}

const start: Position = { pages: 0, lastObjectId: null };

/** Makes one page and stores it with the position; undefined if there is no next one. */
async function makePage(
  job: ActiveJob<ExportPayload>,
  options: PageOptions,
  record: ExportRecord,
  { pages, lastObjectId }: Position,
): Promise<{ record: ExportRecord; position: Position } | undefined> {
  const page = await job.read((tx) => readPage(tx, options, record, lastObjectId));
  if (!page) throw new PermanentJobError('model_not_found', 'the model no longer exists');
  const position = { pages: pages + 1, lastObjectId: page.lastObjectId ?? lastObjectId };
  const kept = await job.transact(async (tx) => {
    const after = await keepPage(tx, record.id, pages, page);
    if (!after) return undefined;
    await job.checkpoint(tx, position, { scanned: after.scanned, matched: after.matched });
    if (after.state === 'COMPLETED') await tx.publish(exportFact('completed', after));
    return after;
  });
  return kept?.state === 'RUNNING' ? { record: kept, position } : undefined;
}

/** The error that the tenant sees: an internal error is only shown as a failed attempt. */
function shownError(
  state: EndedJob<ExportPayload>['state'],
  error: EndedJob<ExportPayload>['error'],
): NonNullable<ExportRecord['error']> {
  if (state === 'CANCELED') return { code: 'abandoned', detail: 'the export was canceled' };
  if (error?.code === 'model_not_found')
    return { code: 'model_not_found', detail: 'the model no longer exists' };
  return { code: 'attempts_exhausted', detail: 'every attempt failed' };
}

async function fail(tx: Tx, { payload, state, error }: EndedJob<ExportPayload>): Promise<void> {
  const failed = await failExport(tx, payload.exportId, shownError(state, error));
  if (failed) await tx.publish(exportFact('failed', failed));
}

/** Makes exports page by page. A later attempt continues after the last stored page. */
export const exportJob = (kind: JobKind<ExportPayload>, options: PageOptions): JobMount =>
  handleJob(kind, {
    async run(job) {
      const { exportId } = job.payload;
      const record = await job.transact((tx) => startExport(tx, exportId, job.attempt));
      let next = record && {
        record,
        position: (job.resumeFrom as Position | undefined) ?? start,
      };
      while (next && !job.signal.aborted)
        next = await makePage(job, options, next.record, next.position);
    },
    onEnded: fail,
  });
