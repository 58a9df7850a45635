import { together } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, EndedJob, JobKind, JobMount } from '@platform/kit/jobs';
import type { Logger } from '@platform/kit/log';
import { z } from 'zod';
import type { CheckRoles } from '../../roles/role-check.ts';
import type { IsErased } from '../../suppressions/erased-people.ts';
import { mappingOf } from '../mapping/default-mappings.ts';
import { storedFile } from '../readers/file-content.ts';
import type { KeptFile } from '../readers/downloads.ts';
import { readerOf } from '../readers/source-readers.ts';
import type { ReaderOptions } from '../readers/source-readers.ts';
import { start } from '../readers/source-reader.ts';
import type { SourcePage, SourceReader } from '../readers/source-reader.ts';
import { openSourceCredential } from '../sources/migration-source.ts';
import type { SourceRecord } from '../sources/migration-source.ts';
import { findSource } from '../sources/source-store.ts';
import { writeBatch } from './batch-writes.ts';
import type { BatchOutcome } from './batch-writes.ts';
import { gatherFiles } from './import-files.ts';
import { insertImportErrors } from './import-error-store.ts';
import { countsOf, isActive } from './import-job.ts';
import type { ImportJobRecord } from './import-job.ts';
import { advance, endImport, keepFiles, lockImportJob, markRunning } from './import-job-store.ts';
import type { ImportWriting } from './import-writing.ts';
import { judgePage, withAllowedRoles } from './judged-page.ts';
import type { JudgedPage } from './judged-page.ts';
import { readAhead } from './read-ahead.ts';
import { suppressedKeysOf } from './row-writes.ts';
import { roleJudgement } from './role-judgement.ts';

/** What imports need. */
export interface ImportRunOptions extends ImportWriting, ReaderOptions {
  checkRoles: CheckRoles;
  batchSize: number;
  log: Pick<Logger, 'info'>;
}

/** What an import job is enqueued with. */
export interface ImportPayload {
  importJobId: string;
}

/** Errors of records that are kept. */
const maxErrors = 10_000;
/** A source whose first records all fail is not what the mapping takes it for. */
const firstRows = 1_000;

/** Attempts of an import, whatever progress they make; a resumed one starts anew. */
const maxAttempts = 20;

/** The kind of import jobs. A job that makes progress may be interrupted any number of times. */
export const importKind = (leaseMs: number): JobKind<ImportPayload> =>
  jobKind({
    name: 'user_import',
    payload: z.object({ importJobId: z.string() }),
    concurrency: 2,
    perTenant: 1,
    maxAttempts: 5,
    resetAttemptsOnCheckpoint: true,
    maxBackoffMs: 60_000,
    leaseMs,
  });

type Job = ActiveJob<ImportPayload>;

/** An import that this attempt works on. */
interface Run {
  job: Job;
  record: ImportJobRecord;
  source: SourceRecord;
}

const eventData = (job: ImportJobRecord) => ({
  importJob: { id: job.id, kind: job.kind, state: job.state },
  counts: countsOf(job),
});

/** Publishes that an import has ended. */
export const publishEnd = (
  tx: Tx,
  type: 'migration.import_completed' | 'migration.import_failed' | 'migration.import_cancelled',
  job: ImportJobRecord,
) => tx.publish({ type, subject: { type: 'import_job', id: job.id }, data: eventData(job) });

/** The import as this job may still write it: somebody may have cancelled it, or resumed it with another job. */
async function held(
  tx: Tx,
  job: Pick<Job, 'id' | 'payload'>,
): Promise<ImportJobRecord | undefined> {
  const record = await lockImportJob(tx, job.payload.importJobId);
  return record && isActive(record) && record.jobId === job.id ? record : undefined;
}

async function begin(job: Job): Promise<Run | undefined> {
  return job.transact(async (tx) => {
    const record = await held(tx, job);
    if (!record) return undefined;
    const source = await findSource(tx);
    if (!source || source.version !== record.sourceVersion)
      throw new PermanentJobError('source_changed', 'The source was changed or deleted.');
    if (record.attempt >= maxAttempts)
      throw new PermanentJobError(
        'attempts_exhausted',
        `The import was interrupted ${maxAttempts} times. Resume it to continue where it stopped.`,
      );
    await markRunning(tx, record.id);
    return { job, record, source };
  });
}

async function readerFor(
  { job, record, source }: Run,
  options: ImportRunOptions,
): Promise<SourceReader> {
  const { tenantId } = job;
  const credential = openSourceCredential(options.secrets, tenantId, source);
  let { files } = record;
  if (files === null) {
    const gathered = await gatherFiles(
      source,
      record.id,
      { ...options, tenantId, credential, read: job.read },
      job.signal,
    );
    files = gathered;
    await job.transact((tx) => keepFiles(tx, record.id, gathered));
  }
  const opened = files.map((file: KeptFile) => storedFile(options.stores, file));
  return readerOf(source, opened, { ...options, tenantId, credential });
}

/** A page without its records, which need not be kept while those of the next one are read. */
type ReadPage = Omit<SourcePage, 'rows'> & { rows: number };

interface WrittenPage {
  /** The page before met users who exist. */
  expectsHolders: boolean;
  page: ReadPage;
  judged: JudgedPage;
  isErased: IsErased;
  bytesTotal: number | null;
  /** Called when what creates users is on its way: while the database works on it, there is time for the next page. */
  onSent: () => void;
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

/** Writes a page with its progress in one transaction; undefined when the import is no longer this job's. */
const writePage = (
  { job, source }: Run,
  { page, judged, isErased, expectsHolders, bytesTotal, onSent }: WrittenPage,
  options: ImportRunOptions,
): Promise<Pick<BatchOutcome, 'metHolders'> | undefined> =>
  job.transact(async (tx) => {
    const [schema, record] = await Promise.all([options.schemas.hold(tx, 'user'), held(tx, job)]);
    if (!record) return undefined;
    const batch = { ...judged, expectsHolders };
    const outcome = await writeBatch(tx, batch, {
      ...options,
      options: source.options,
      schema,
      importOrigin: record.id,
      isErased,
      onSent,
    });
    const failures = [...judged.failures, ...outcome.failures];
    requireSomeSuccess(record, page.rows, failures.length);
    const room = Math.max(0, maxErrors - record.failed);
    await together([
      insertImportErrors(tx, record.id, failures.sort((a, b) => a.row - b.row).slice(0, room)),
      advance(tx, record.id, {
        ...outcome,
        failed: failures.length,
        position: page.next,
        rows: page.rows,
        total: page.total,
        bytesTotal,
      }),
      job.checkpoint(tx, { row: page.next.row }, { rows: page.next.row }),
    ]);
    return outcome;
  });

async function complete({ job }: Run): Promise<void> {
  await job.transact(async (tx) => {
    const record = await held(tx, job);
    if (!record) return;
    await endImport(tx, record.id, 'COMPLETED');
    await publishEnd(tx, 'migration.import_completed', { ...record, state: 'COMPLETED' });
  });
}

/** Judged while the page before is written. */
async function* judgedPages(run: Run, reader: SourceReader, options: ImportRunOptions) {
  const { job, record, source } = run;
  const judging = {
    map: mappingOf(source.kind, source.mapping),
    options: source.options,
    now: new Date(options.clock()),
  };
  const roles = roleJudgement(options.checkRoles, record.granter);
  const pages = reader.pages({
    from: record.position ?? start,
    pageRows: source.options.batchSize ?? options.batchSize,
    signal: job.signal,
  });
  for await (const page of pages) {
    const judged = await withAllowedRoles(await judgePage(page, judging), roles);
    const people = judged.candidates.flatMap(suppressedKeysOf);
    const isErased = await options.askErased(job.tenantId, people);
    const read: ReadPage = { ...page, rows: page.rows.length };
    yield { page: read, judged, isErased, bytesTotal: reader.bytesTotal };
  }
}

async function runImport(job: Job, options: ImportRunOptions): Promise<void> {
  const run = await begin(job);
  if (!run) return;
  const reader = await readerFor(run, options);
  let expectsHolders = true;
  for await (const { value: page, askNext } of readAhead(judgedPages(run, reader, options))) {
    if (job.signal.aborted) return;
    const written = await writePage(run, { ...page, expectsHolders, onSent: askNext }, options);
    if (!written) return;
    expectsHolders = written.metHolders;
  }
  if (!job.signal.aborted) await complete(run);
}

/** What a tenant is shown of why an import failed: not the inside of an error that nobody expected. */
const failureOf = (error: EndedJob<ImportPayload>['error']) =>
  error === undefined || error.code === 'internal_error'
    ? {
        code: 'internal_error',
        detail: 'The import failed because of an internal error. Resume it later.',
      }
    : { code: error.code, detail: error.message };

async function failImport(tx: Tx, job: EndedJob<ImportPayload>): Promise<void> {
  const record = await held(tx, job);
  if (!record) return;
  await endImport(tx, record.id, 'FAILED', failureOf(job.error));
  await publishEnd(tx, 'migration.import_failed', { ...record, state: 'FAILED' });
}

/** Imports the users of a source, page by page. */
export const importJob = (kind: JobKind<ImportPayload>, options: ImportRunOptions): JobMount =>
  handleJob(kind, { run: (job) => runImport(job, options), onEnded: failImport });
