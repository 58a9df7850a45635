import { setTimeout as pause } from 'node:timers/promises';
import { storable } from '../json/storable-text.ts';
import type { RemotePage, RemoteReader } from '../sources/remote-records.ts';
import { Throttled } from '../sources/source-fault.ts';
import { applyGroups, applyUsers } from './page-application.ts';
import { noProgress } from './sync-progress.ts';
import type { SyncCheckpoint, SyncContext, SyncJob } from './sync-run-context.ts';
import { updateRun } from './sync-run-store.ts';

const usersPerTransaction = 50;
const maxPauseMs = 5 * 60_000;
const firstPauseMs = 1_000;

/** Reads a page; a source that asks for a pause gets one, which is no failure. One text that cannot be stored must not end the run. */
export async function readSourcePage(
  reader: RemoteReader,
  next: unknown,
  job: SyncJob,
): Promise<RemotePage> {
  for (let attempt = 0; ; attempt++) {
    try {
      return storable(await reader.read(next, job.signal)) as RemotePage;
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
  { job, run, directory, provisioningOf, erasedAmong }: SyncContext,
  page: RemotePage,
  before: SyncCheckpoint,
): Promise<SyncCheckpoint> {
  const { id: runId } = run;
  const isErased = await erasedAmong(job, directory, page.users);
  let { progress } = before;
  for (const users of chunked(page.users, usersPerTransaction))
    progress = await job.transact(async (tx) => {
      const provisioning = { ...(await provisioningOf(tx, directory)), isErased };
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

/** Reads the source to its end, from where the attempt before stopped. */
export async function readAll(context: SyncContext, reader: RemoteReader): Promise<SyncCheckpoint> {
  const { job } = context;
  const fresh: SyncCheckpoint = { next: null, position: null, progress: noProgress, isRead: false };
  const kept = job.resumeFrom as SyncCheckpoint | undefined;
  let at = kept && (kept.isRead || reader.canResume) ? kept : fresh;
  while (!at.isRead) {
    job.signal.throwIfAborted();
    at = await applyPage(context, await readSourcePage(reader, at.next, job), at);
  }
  return at;
}
