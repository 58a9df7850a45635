import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '@platform/kit/async';
import { storable } from '../json/storable-text.ts';
import type { RemotePage, RemoteReader } from './sources/remote-records.ts';
import { SourceFault, Throttled } from './sources/source-fault.ts';
import { stagePage } from './page-staging.ts';
import { deletePages } from './sync-page-store.ts';
import { noProgress } from './sync-progress.ts';
import type { SyncCheckpoint, SyncContext, SyncJob } from './sync-run-context.ts';
import { updateRun } from './sync-run-store.ts';

const pauses = { firstMs: 1_000, maxMs: 5 * 60_000 };
/**
 * Maximum consecutive pauses that a source may request, about an hour in total, and attempts of a
 * call that fails temporarily.
 */
const maxPauses = 20;
const maxTries = 4;

/** How often a source requested a pause, and how often it failed, while one page was read. */
interface Troubles {
  pauses: number;
  failures: number;
}

/** How long to wait before a page is read again. @throws the error if it is permanent */
function pauseBefore(error: unknown, troubles: Troubles): number {
  if (error instanceof SourceFault && error.isPassing && troubles.failures < maxTries - 1)
    return backoff(pauses, ++troubles.failures);
  if (!(error instanceof Throttled)) throw error;
  if (troubles.pauses === maxPauses)
    throw new SourceFault('throttled', 'The source keeps asking for a pause.', { cause: error });
  const pauseMs = backoff(pauses, ++troubles.pauses);
  return Math.min(error.retryAfterMs ?? pauseMs, pauses.maxMs);
}

/**
 * Reads a page. A pause that the source requests is not a failure. Text that cannot be stored must
 * not end the run.
 */
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

const fresh: SyncCheckpoint = {
  next: null,
  position: null,
  progress: noProgress,
  isRead: false,
  staged: 0,
  listedGroups: 0,
  listedMembers: 0,
  mayWrite: false,
};

/** Where the previous attempt stopped; undefined if it has to start again. */
function keptCheckpoint({ job }: SyncContext, { canResume }: RemoteReader) {
  const kept = job.resumeFrom as SyncCheckpoint | undefined;
  return kept && (kept.isRead || canResume) ? kept : undefined;
}

/**
 * Reads the source to its end and stages its pages, from where the previous attempt stopped, or
 * from the beginning if that position has expired.
 */
export async function readAll(
  context: SyncContext,
  reader: RemoteReader,
  { hasExpired }: { hasExpired: boolean },
): Promise<SyncCheckpoint> {
  const { job, run, directory, provisioningOf, mappingOf } = context;
  const kept = hasExpired ? undefined : keptCheckpoint(context, reader);
  if (!kept) await job.transact((tx) => deletePages(tx, directory.id));
  let at = kept ?? fresh;
  while (!at.isRead) {
    job.signal.throwIfAborted();
    const before = at;
    const page = await readSourcePage(reader, before.next, job);
    at = await job.transact(async (tx) => {
      // Ends the run when the directory becomes unreadable.
      await provisioningOf(tx, directory);
      const mapping = await mappingOf(tx, directory);
      const staging = { directoryId: directory.id, runId: run.id, mapping };
      const after = await stagePage(tx, staging, page, before);
      await updateRun(tx, { ...run, ...after.progress });
      await job.checkpoint(tx, after, after.progress.counts);
      return after;
    });
  }
  return at;
}
