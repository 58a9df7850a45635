import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '@platform/kit/retry';
import { storable } from '../json/storable-text.ts';
import type { RemotePage, RemoteReader } from '../sources/remote-records.ts';
import { SourceFault, Throttled } from '../sources/source-fault.ts';
import { applyGroups, applyUsers } from './page-application.ts';
import { noProgress } from './sync-progress.ts';
import type { SyncCheckpoint, SyncContext, SyncJob } from './sync-run-context.ts';
import { updateRun } from './sync-run-store.ts';

const usersPerTransaction = 50;
const pauses = { firstMs: 1_000, maxMs: 5 * 60_000 };
/** Pauses in a row that a source may ask for, about an hour in all, and tries of a call that fails for a reason that may pass. */
const maxPauses = 20;
const maxTries = 4;

/** How often a source has asked for a pause, and how often it failed, while one page was read. */
interface Troubles {
  pauses: number;
  failures: number;
}

/** How long to wait before a page is read again. Throws what will not pass. */
function pauseBefore(error: unknown, troubles: Troubles): number {
  if (error instanceof SourceFault && error.isPassing && troubles.failures < maxTries - 1)
    return backoff(pauses, ++troubles.failures);
  if (!(error instanceof Throttled)) throw error;
  if (troubles.pauses === maxPauses)
    throw new SourceFault('throttled', 'The source keeps asking for a pause.', { cause: error });
  const pauseMs = backoff(pauses, ++troubles.pauses);
  return Math.min(error.retryAfterMs ?? pauseMs, pauses.maxMs);
}

/** Reads a page; a source that asks for a pause gets one, which is no failure. One text that cannot be stored must not end the run. */
export async function readSourcePage(
  reader: RemoteReader,
  next: unknown,
  job: SyncJob,
): Promise<RemotePage> {
  const troubles: Troubles = { pauses: 0, failures: 0 };
  for (;;) {
    try {
      return storable(await reader.read(next, job.signal)) as RemotePage;
    } catch (error) {
      await pause(pauseBefore(error, troubles), undefined, { signal: job.signal });
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

/** Reads the source to its end, from where the attempt before stopped; from its beginning where that place has expired. */
export async function readAll(
  context: SyncContext,
  reader: RemoteReader,
  { hasExpired }: { hasExpired: boolean },
): Promise<SyncCheckpoint> {
  const { job } = context;
  const fresh: SyncCheckpoint = { next: null, position: null, progress: noProgress, isRead: false };
  const kept = hasExpired ? undefined : (job.resumeFrom as SyncCheckpoint | undefined);
  let at = kept && (kept.isRead || reader.canResume) ? kept : fresh;
  while (!at.isRead) {
    job.signal.throwIfAborted();
    at = await applyPage(context, await readSourcePage(reader, at.next, job), at);
  }
  return at;
}
