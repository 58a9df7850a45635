import { together } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { deferred } from '@platform/kit/async';
import { PermanentJobError } from '@platform/kit/jobs';
import type { ActiveJob } from '@platform/kit/jobs';
import type { IsErased } from '../../suppressions/erased-people.ts';
import { start } from '../readers/source-reader.ts';
import type { SourcePage } from '../readers/source-reader.ts';
import type { SourceRecord } from '../sources/migration-source.ts';
import { writeBatch } from './batch-writes.ts';
import type { BatchOutcome } from './batch-writes.ts';
import { insertImportErrors } from './import-error-store.ts';
import { isActive } from './import-job.ts';
import type { ImportJobRecord } from './import-job.ts';
import { advance, lockImportJob } from './import-job-store.ts';
import type { ImportWriting } from './import-writing.ts';
import type { JudgedPage } from './judged-page.ts';

export interface ImportPayload {
  importJobId: string;
}

/** An import during the current attempt. */
export interface Run {
  job: ActiveJob<ImportPayload>;
  record: ImportJobRecord;
  source: SourceRecord;
}

/** A validated page. Its records are released before those of the next one are read. */
export interface ReadPage extends Omit<SourcePage, 'rows'>, JudgedPage {
  /** Number of records of the source before this page. */
  after: number;
  rows: number;
  isErased: IsErased;
  bytesTotal: number | null;
}

interface WrittenPage extends ReadPage {
  /** The previous page matched existing users. */
  expectsHolders: boolean;
}

type Met = Pick<BatchOutcome, 'metHolders'>;

/** A page that is being written. Each step rejects with the error of the page. */
export interface PendingPage {
  /**
   * Resolves when the statements that create its users are sent, and there is time for the next
   * page.
   */
  sent: Promise<unknown>;
  /**
   * Resolves when its users are written and the import is locked. Only its progress is left, so the
   * next page waits for nothing except the commit.
   */
  written: Promise<Met>;
  committed: Promise<unknown>;
}

/** Precedes the first page, for which no match is known. */
export const noPage: PendingPage = {
  sent: Promise.resolve(),
  written: Promise.resolve({ metHolders: true }),
  committed: Promise.resolve(),
};

/** The import belongs to another job now: it was cancelled or resumed. */
export class ImportTakenOver extends Error {
  constructor() {
    super('the import has ended, or another job works on it');
  }
}

/** Maximum number of stored errors. */
const maxErrors = 10_000;
/**
 * If all of the first records fail, the source does not have the format that the mapping expects.
 */
const firstRows = 1_000;

/**
 * Locks the import if this job may still write it: it may have been cancelled, or resumed with
 * another job.
 */
export async function lockOwnImport(
  tx: Tx,
  job: Pick<Run['job'], 'id' | 'payload'>,
): Promise<ImportJobRecord | undefined> {
  const record = await lockImportJob(tx, job.payload.importJobId);
  return record && isActive(record) && record.jobId === job.id ? record : undefined;
}

/** Locks the import after the pages before this one. @throws if one of them was rolled back */
async function lockAfterPrevious(tx: Tx, job: Run['job'], after: number): Promise<ImportJobRecord> {
  const record = await lockOwnImport(tx, job);
  if (!record) throw new ImportTakenOver();
  const { row } = record.position ?? start;
  if (row !== after)
    throw new Error(`the import has come to record ${row}, and the page follows record ${after}`);
  return record;
}

function requireSomeSuccess(before: ImportJobRecord, rows: number, failed: number): void {
  const read = before.rowsRead + rows;
  const isFirst = before.rowsRead < firstRows && read >= firstRows;
  if (isFirst && before.failed + failed === read)
    throw new PermanentJobError(
      'all_rows_failed',
      `The first ${read} records all failed. Check the mapping with a dry run.`,
    );
}

/**
 * Writes a page with its progress in one transaction. It waits for the commit of the previous page
 * before it writes its progress, so each page is applied once, in order, or not at all.
 */
const writePage = (
  { job, source }: Run,
  page: WrittenPage,
  { onSent, onWritten }: { onSent: () => void; onWritten: (met: Met) => void },
  options: ImportWriting,
): Promise<unknown> =>
  job.transact(async (tx) => {
    const outcome = await writeBatch(tx, page, {
      ...options,
      options: source.options,
      schema: await options.schemas.hold(tx, 'user'),
      importOrigin: job.payload.importJobId,
      isErased: page.isErased,
      onSent,
    });
    const record = await lockAfterPrevious(tx, job, page.after);
    const failures = [...page.failures, ...outcome.failures];
    requireSomeSuccess(record, page.rows, failures.length);
    onWritten(outcome);
    const room = Math.max(0, maxErrors - record.failed);
    await together([
      insertImportErrors(tx, record.id, failures.sort((a, b) => a.row - b.row).slice(0, room)),
      advance(tx, record.id, {
        ...outcome,
        failed: failures.length,
        position: page.next,
        rows: page.rows,
        total: page.total,
        bytesTotal: page.bytesTotal,
      }),
      job.checkpoint(tx, { row: page.next.row }, { rows: page.next.row }),
    ]);
  });

/** Starts writing a page. */
export function beginPage(run: Run, page: WrittenPage, options: ImportWriting): PendingPage {
  const sent = deferred<void>();
  const written = deferred<Met>();
  const steps = { onSent: () => sent.resolve(), onWritten: written.resolve };
  const committed = writePage(run, page, steps, options);
  // The step that is awaited reports the error.
  committed.catch((error: unknown) => {
    sent.reject(error);
    written.reject(error);
  });
  for (const { promise } of [sent, written]) promise.catch(() => undefined);
  return { sent: sent.promise, written: written.promise, committed };
}
