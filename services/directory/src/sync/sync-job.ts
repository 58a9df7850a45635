import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '@platform/kit/database';
import { handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount } from '@platform/kit/jobs';
import { z } from 'zod';
import { findDirectory } from '../directories/directories.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import { deactivateDirectoryUser, lockDirectoryUser } from '../provisioned/provisioned.ts';
import type { Provisioning } from '../provisioned/provisioned.ts';
import type { RemotePage, RemoteReader } from '../sources/remote-records.ts';
import { PositionExpired, SourceFault, Throttled } from '../sources/source-fault.ts';
import { isMassLeaving } from './leaving-guard.ts';
import type { LeavingLimits } from './leaving-guard.ts';
import { applyGroups, applyUsers, foreseePage, removeGroup } from './page-application.ts';
import {
  countLeaving,
  listActiveUsers,
  listLeavingUsers,
  listUnseenGroups,
  markUnseenUsers,
  unmarkLeavingUser,
} from './sync-directory-store.ts';
import { endRun } from './sync-ending.ts';
import type { SyncEnding } from './sync-ending.ts';
import { counted, foreseen, noProgress } from './sync-progress.ts';
import type { SyncProgress } from './sync-progress.ts';
import type { SyncRunRecord } from './sync-run-record.ts';
import { findRun, updateRun } from './sync-run-store.ts';

/** Reads a directory. What it has done stands in the run; a job that is tried again goes on with it. */
export const directorySyncKind = jobKind({
  name: 'directory_sync',
  payload: z.object({ directoryId: z.string(), runId: z.string() }),
  perTenant: 4,
  maxAttempts: 10,
  resetAttemptsOnCheckpoint: true,
});

type Job = ActiveJob<z.output<typeof directorySyncKind.payload>>;

/** What the job of syncs needs. */
export interface SyncJobOptions {
  /** A reader of a directory's source; undefined where no credential is set. */
  readerOf: (
    tx: Tx,
    directory: DirectoryRecord,
    position: Record<string, unknown> | null,
  ) => Promise<RemoteReader | undefined>;
  provisioningOf: (tx: Tx, directory: DirectoryRecord) => Promise<Provisioning>;
  limits: LeavingLimits;
  clock: () => number;
  random: () => number;
}

interface Checkpoint {
  next: unknown;
  position: Record<string, unknown> | null;
  progress: SyncProgress;
  isRead: boolean;
}

interface Context extends SyncJobOptions {
  job: Job;
  run: SyncRunRecord;
  directory: DirectoryRecord;
}

const usersPerTransaction = 50;
const leavingPerTransaction = 50;
const rowsPerStep = 1_000;
const maxPauseMs = 5 * 60_000;
const firstPauseMs = 1_000;
/** A source without change tracking of deletions is listed as a whole once a day. */
const fullEveryMs = 86_400_000;

/** Reads a page; a source that asks for a pause gets one, which is no failure. */
async function readPage(reader: RemoteReader, next: unknown, job: Job): Promise<RemotePage> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await reader.read(next, job.signal);
    } catch (error) {
      if (!(error instanceof Throttled)) throw error;
      const asked = error.retryAfterMs ?? firstPauseMs * 2 ** attempt;
      await pause(Math.min(asked, maxPauseMs), undefined, { signal: job.signal });
    }
  }
}

const chunked = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/** Writes a page in several transactions; the last one moves the checkpoint past it. */
async function applyPage(
  { job, run, directory, provisioningOf }: Context,
  page: RemotePage,
  before: Checkpoint,
): Promise<Checkpoint> {
  const { id: runId } = run;
  let { progress } = before;
  for (const users of chunked(page.users, usersPerTransaction))
    progress = await job.transact(async (tx) => {
      const provisioning = await provisioningOf(tx, directory);
      const part = { users, removedUsers: [] };
      return applyUsers(tx, provisioning, part, { runId, before: progress });
    });
  return job.transact(async (tx) => {
    const provisioning = await provisioningOf(tx, directory);
    const rest = { users: [], removedUsers: page.removedUsers };
    const withUsers = await applyUsers(tx, provisioning, rest, { runId, before: progress });
    const done = await applyGroups(tx, provisioning, page, { runId, before: withUsers });
    const position = page.position === undefined ? before.position : page.position;
    const after = { next: page.next, position, progress: done, isRead: page.next === null };
    await updateRun(tx, { ...run, ...done });
    await job.checkpoint(tx, after, done.counts);
    return after;
  });
}

/** Reads the source to its end. */
async function readAll(context: Context, reader: RemoteReader): Promise<Checkpoint> {
  const { job } = context;
  const fresh: Checkpoint = { next: null, position: null, progress: noProgress, isRead: false };
  const kept = job.resumeFrom as Checkpoint | undefined;
  let at = kept && (kept.isRead || reader.canResume) ? kept : fresh;
  while (!at.isRead) {
    job.signal.throwIfAborted();
    at = await applyPage(context, await readPage(reader, at.next, job), at);
  }
  return at;
}

async function deactivate(context: Context, id: string, tx: Tx): Promise<boolean> {
  const { directory, provisioningOf } = context;
  const provisioning = await provisioningOf(tx, directory);
  const user = await lockDirectoryUser(tx, directory.id, id);
  if (!user?.active) return false;
  const left = await deactivateDirectoryUser(tx, provisioning, user);
  if (left.active) await unmarkLeavingUser(tx, directory.id, id);
  return !left.active;
}

/** Lets those leave who are marked, each time some in one transaction. */
async function letLeave(context: Context, at: Checkpoint): Promise<SyncProgress> {
  const { job, run, directory } = context;
  for (let { progress } = at; ;) {
    job.signal.throwIfAborted();
    const ids = await job.read((tx) =>
      listLeavingUsers(tx, directory.id, run.id, leavingPerTransaction),
    );
    if (ids.length === 0) return progress;
    progress = await job.transact(async (tx) => {
      let left = progress;
      for (const id of ids)
        if (await deactivate(context, id, tx)) left = counted(left, 'deactivated');
      await updateRun(tx, { ...run, ...left });
      await job.checkpoint(tx, { ...at, progress: left }, left.counts);
      return left;
    });
  }
}

async function removeUnseenGroups({ job, run, directory, provisioningOf }: Context): Promise<void> {
  for (;;) {
    const removed = await job.transact(async (tx) => {
      const ids = await listUnseenGroups(tx, directory.id, run.id, leavingPerTransaction);
      const provisioning = await provisioningOf(tx, directory);
      for (const id of ids) await removeGroup(tx, provisioning, id);
      return ids.length;
    });
    if (removed < leavingPerTransaction) return;
  }
}

/** What the source has not named any more. */
async function endAbsent(context: Context, at: Checkpoint): Promise<SyncProgress | 'halted'> {
  const { job, run, directory, limits } = context;
  const isSweeping = run.isFull && directory.sync?.deactivateMissing === true;
  if (isSweeping)
    while (
      (await job.transact((tx) => markUnseenUsers(tx, directory.id, run.id, rowsPerStep))) >=
      rowsPerStep
    );
  const counts = await job.read((tx) => countLeaving(tx, directory.id, run.id));
  const isResumed = at.progress.counts.deactivated > 0;
  if (!run.isForced && !isResumed && isMassLeaving(counts, limits)) return 'halted';
  const progress = await letLeave(context, at);
  if (run.isFull && directory.sync?.groups) await removeUnseenGroups(context);
  return progress;
}

/** Reads everything and writes nothing. */
async function foreseeAll(context: Context, reader: RemoteReader): Promise<SyncProgress> {
  const { job, run, directory } = context;
  const seen = new Set<string>();
  let progress = noProgress;
  let next: unknown = null;
  do {
    job.signal.throwIfAborted();
    const page = await readPage(reader, next, job);
    for (const { externalId } of page.users) seen.add(externalId);
    progress = await job.read((tx) => foreseePage(tx, directory.id, page, progress));
    ({ next } = page);
  } while (next !== null);
  if (!run.isFull || !directory.sync?.deactivateMissing) return progress;
  for (let after = ''; ;) {
    const users = await job.read((tx) => listActiveUsers(tx, directory.id, after, rowsPerStep));
    for (const { externalId, userName } of users)
      if (externalId === null || !seen.has(externalId))
        progress = foreseen(progress, { action: 'deactivate', userName, externalId });
    const last = users.at(-1);
    if (!last) return progress;
    after = last.id;
  }
}

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

async function runWith(context: Context, reader: RemoteReader) {
  if (context.run.isDryRun) {
    const progress = await foreseeAll(context, reader);
    return { progress, ending: { state: 'COMPLETED', position: null } as const };
  }
  const at = await readAll(context, reader);
  const progress = await endAbsent(context, at);
  return progress === 'halted'
    ? { progress: at.progress, ending: { state: 'HALTED' } as const }
    : { progress, ending: { state: 'COMPLETED', position: at.position } as const };
}

/** Is everything to be listed? Asked for, not done before, or where deletions show in no other way. */
function wantsAll(run: SyncRunRecord, { kind, fullSyncAt }: DirectoryRecord, now: number): boolean {
  const isStale = fullSyncAt === null || fullSyncAt.getTime() <= now - fullEveryMs;
  return run.isFull || fullSyncAt === null || (kind === 'ldap' && isStale);
}

const gone: SyncEnding = {
  state: 'FAILED',
  code: 'not_configured',
  detail: 'The directory has no credential, or is suspended',
  finding: null,
};

/** Begins a run, or goes on with it. */
async function begin(tx: Tx, job: Job, { readerOf, clock }: SyncJobOptions, isFull: boolean) {
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

async function attempt(job: Job, options: SyncJobOptions, isFull = false): Promise<void> {
  const begun = await job.transact((tx) => begin(tx, job, options, isFull));
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
    await end(await runWith({ ...options, job, run, directory }, reader));
  } catch (error) {
    if (error instanceof PositionExpired && !isFull) return await attempt(job, options, true);
    if (!(error instanceof SourceFault)) throw error;
    const latest = await job.read((tx) => findRun(tx, run.id));
    await end({ progress: latest ?? noProgress, ending: endingOf(error) });
  } finally {
    await reader.close();
  }
}

/** The job that reads directories. */
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
