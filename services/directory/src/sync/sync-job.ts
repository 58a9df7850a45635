import type { Tx } from '@platform/kit/database';
import { handleJob } from '@platform/kit/jobs';
import type { JobMount } from '@platform/kit/jobs';
import { findDirectory } from '../directories/directories.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import type { RemoteReader } from './sources/remote-records.ts';
import { PositionExpired, SourceFault, notReadable } from './sources/source-fault.ts';
import { reasonToHalt } from './leaving-counts.ts';
import { readAll } from './source-reading.ts';
import { writeStaged } from './staged-writing.ts';
import { endRun } from './sync-ending.ts';
import type { SyncEnding } from './sync-ending.ts';
import { foreseeAll } from './sync-foresight.ts';
import { noProgress } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import { directorySyncKind } from './sync-run-context.ts';
import type { SyncContext, SyncJob, SyncJobOptions } from './sync-run-context.ts';
import type { SyncRunRecord } from './sync-run-record.ts';
import { findRun, updateRun } from './sync-run-store.ts';

/** A source whose change tracking misses deletions is listed completely once a day. */
const fullEveryMs = 86_400_000;

const unreachableCodes = new Set([
  'dns_failed',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_reset',
  'target_not_allowed',
]);

const endingOf = ({ code, message: detail, isRefusal }: SourceFault): SyncEnding => {
  const unreachable = unreachableCodes.has(code) ? ('unreachable' as const) : null;
  return { state: 'FAILED', code, detail, finding: isRefusal ? 'refused' : unreachable };
};

async function runWith(context: SyncContext, reader: RemoteReader, hasExpired: boolean) {
  if (context.run.isDryRun) {
    const progress = await foreseeAll(context, reader);
    return { progress, ending: { state: 'COMPLETED', position: null } as const };
  }
  const read = await readAll(context, reader, { hasExpired });
  const reason = read.mayWrite ? undefined : await reasonToHalt(context, read);
  if (reason) return { progress: read.progress, ending: { state: 'HALTED', ...reason } as const };
  const at = { ...read, mayWrite: true };
  await context.job.transact((tx) => context.job.checkpoint(tx, at, at.progress.counts));
  const progress = await writeStaged(context, at);
  return { progress, ending: { state: 'COMPLETED', position: at.position } as const };
}

/**
 * Whether to list everything: on request, the first time, or because deletions show in no other
 * way.
 */
function wantsAll(run: SyncRunRecord, { kind, fullSyncAt }: DirectoryRecord, now: number): boolean {
  const isStale = fullSyncAt === null || fullSyncAt.getTime() <= now - fullEveryMs;
  return run.isFull || fullSyncAt === null || (kind === 'ldap' && isStale);
}

const gone: SyncEnding = endingOf(notReadable());

/** Starts a run, or continues it. */
async function begin(tx: Tx, job: SyncJob, { readerOf, clock }: SyncJobOptions, isFull: boolean) {
  const { runId, directoryId } = job.payload;
  const run = await findRun(tx, runId);
  if (!run || run.finishedAt) return undefined;
  const directory = await findDirectory(tx, directoryId);
  const isReadable = directory && directory.state !== 'suspended';
  const position =
    isReadable && !isFull && !wantsAll(run, directory, clock()) ? directory.syncPosition : null;
  const reader = isReadable ? await readerOf(tx, directory, position) : undefined;
  const running: SyncRunRecord = {
    ...run,
    isFull: reader?.isFull ?? run.isFull,
    state: 'RUNNING',
    startedAt: run.startedAt ?? new Date(clock()),
  };
  await updateRun(tx, running);
  return { run: running, directory, reader };
}

/**
 * Makes one attempt. Starts again with a complete listing if the source has forgotten the stored
 * position.
 */
async function attempt(job: SyncJob, options: SyncJobOptions, hasExpired = false): Promise<void> {
  const begun = await job.transact((tx) => begin(tx, job, options, hasExpired));
  if (!begun) return;
  const { run, directory, reader } = begun;
  const end = (outcome: { progress: SyncProgress; ending: SyncEnding }) =>
    job.transact((tx) =>
      endRun(tx, run, outcome, { now: options.clock(), random: options.random() }),
    );
  if (!directory || !reader) {
    await end({ progress: noProgress, ending: gone });
    return;
  }
  try {
    await end(await runWith({ ...options, job, run, directory }, reader, hasExpired));
  } catch (error) {
    if (error instanceof PositionExpired && !hasExpired) return await attempt(job, options, true);
    if (!(error instanceof SourceFault)) throw error;
    const latest = await job.read((tx) => findRun(tx, run.id));
    await end({ progress: latest ?? noProgress, ending: endingOf(error) });
  } finally {
    await reader.close();
  }
}

export const directorySyncJob = (options: SyncJobOptions): JobMount =>
  handleJob(directorySyncKind, {
    run: (job) => attempt(job, options),
    async onEnded(tx, { payload, error }) {
      const run = await findRun(tx, payload.runId);
      if (!run || run.finishedAt) return;
      const ending: SyncEnding = {
        state: 'FAILED',
        code: error?.code ?? 'internal_error',
        detail: 'The run could not be completed',
        finding: null,
      };
      const moment = { now: options.clock(), random: options.random() };
      await endRun(tx, run, { progress: run, ending }, moment);
    },
  });
