import { setTimeout as delay } from 'node:timers/promises';
import type { Tx } from '@platform/kit/database';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, EndedJob, JobKind, JobMount, Jobs } from '@platform/kit/jobs';
import type { Logger } from '@platform/kit/telemetry';
import { z } from 'zod';
import { credentialBatchKind } from '../../users/credentials/credential-batch.ts';
import { handoverBatchKind } from '../../users/credentials/credential-handover.ts';
import type { CheckRoles } from '../../roles/role-check.ts';
import { mappingOf } from '../mapping/default-mappings.ts';
import { storedFile } from '../readers/file-content.ts';
import type { KeptFile } from '../readers/downloads.ts';
import { readerOf } from '../readers/source-readers.ts';
import type { ReaderOptions } from '../readers/source-readers.ts';
import { start } from '../readers/source-reader.ts';
import type { SourceReader } from '../readers/source-reader.ts';
import { openSourceCredential } from '../sources/migration-source.ts';
import { findSource } from '../sources/source-store.ts';
import { gatherFiles } from './import-files.ts';
import { countsOf } from './import-job.ts';
import type { ImportJobRecord } from './import-job.ts';
import { endImport, keepFiles, markRunning } from './import-job-store.ts';
import type { ImportWriting } from './import-writing.ts';
import { judgePage, withAllowedRoles } from './judged-page.ts';
import { ImportTakenOver, beginPage, lockOwnImport, noPage } from './page-writes.ts';
import type { ImportPayload, ReadPage, Run } from './page-writes.ts';
import { suppressedKeysOf } from './row-writes.ts';
import { roleJudgement } from './role-judgement.ts';

export interface ImportRunOptions extends ImportWriting, ReaderOptions {
  jobs: Pick<Jobs, 'enqueue' | 'isUntried'>;
  checkRoles: CheckRoles;
  batchSize: number;
  log: Pick<Logger, 'info'>;
}

/** The longest wait for credentials at the end of an import. */
const handoverMs = 60_000;
const handoverPauseMs = 100;

/** Maximum attempts of an import, regardless of progress. A resumed one starts from zero. */
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

async function begin(job: Job): Promise<Run | undefined> {
  return job.transact(async (tx) => {
    const record = await lockOwnImport(tx, job);
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

/**
 * Waits until the users can sign in: the credentials of the import have been handed over, or the
 * identity service is unavailable, which fails a first attempt.
 */
async function untilHandedOver({ job }: Run, { jobs }: ImportRunOptions): Promise<void> {
  const until = performance.now() + handoverMs;
  while (performance.now() < until && !job.signal.aborted) {
    const untried = await job.read((tx) =>
      Promise.all([credentialBatchKind, handoverBatchKind].map((kind) => jobs.isUntried(tx, kind))),
    );
    if (!untried.includes(true)) return;
    await delay(handoverPauseMs);
  }
}

async function complete({ job }: Run): Promise<void> {
  await job.transact(async (tx) => {
    const record = await lockOwnImport(tx, job);
    if (!record) return;
    await endImport(tx, record.id, 'COMPLETED');
    await publishEnd(tx, 'migration.import_completed', { ...record, state: 'COMPLETED' });
  });
}

/** Validates a page while the previous one is written. */
async function* judgedPages(
  { job, record, source }: Run,
  reader: SourceReader,
  options: ImportRunOptions,
): AsyncGenerator<ReadPage> {
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
  let { row: after } = record.position ?? start;
  for await (const { rows, ...page } of pages) {
    const judged = await withAllowedRoles(await judgePage(rows, judging), roles);
    const people = judged.candidates.flatMap(suppressedKeysOf);
    const isErased = await options.askErased(job.tenantId, people);
    yield { ...page, ...judged, isErased, after, rows: rows.length, bytesTotal: reader.bytesTotal };
    after = page.next.row;
  }
}

/**
 * Writes the pages of an import. Writes the users of each page while the previous page commits.
 * Returns whether all were written.
 */
async function writePages(
  run: Run,
  pages: AsyncIterable<ReadPage>,
  options: ImportWriting,
): Promise<boolean> {
  let before = noPage;
  try {
    for await (const page of pages) {
      if (run.job.signal.aborted) return false;
      const { metHolders } = await before.written;
      const current = beginPage(run, { ...page, expectsHolders: metHolders }, options);
      const former = before;
      before = current;
      await former.committed;
      // Validates the next page while the database is busy with this one, and not before.
      await current.sent;
    }
    await before.committed;
    return true;
  } catch (error) {
    if (error instanceof ImportTakenOver) return false;
    throw error;
  } finally {
    await Promise.allSettled([before.committed]);
  }
}

async function runImport(job: Job, options: ImportRunOptions): Promise<void> {
  const run = await begin(job);
  if (!run) return;
  const reader = await readerFor(run, options);
  const isWritten = await writePages(run, judgedPages(run, reader, options), options);
  if (isWritten) await untilHandedOver(run, options);
  if (isWritten && !job.signal.aborted) await complete(run);
}

/** The failure that the tenant sees, without details of an unexpected error. */
const failureOf = (error: EndedJob<ImportPayload>['error']) =>
  error === undefined || error.code === 'internal_error'
    ? {
        code: 'internal_error',
        detail: 'The import failed because of an internal error. Resume it later.',
      }
    : { code: error.code, detail: error.message };

async function failImport(tx: Tx, job: EndedJob<ImportPayload>): Promise<void> {
  const record = await lockOwnImport(tx, job);
  if (!record) return;
  await endImport(tx, record.id, 'FAILED', failureOf(job.error));
  await publishEnd(tx, 'migration.import_failed', { ...record, state: 'FAILED' });
}

/** Imports the users of a source, page by page. */
export const importJob = (kind: JobKind<ImportPayload>, options: ImportRunOptions): JobMount =>
  handleJob(kind, { run: (job) => runImport(job, options), onEnded: failImport });
