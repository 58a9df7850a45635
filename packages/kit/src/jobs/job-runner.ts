import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Worker } from '../service/workers.ts';
import { every } from '../service/workers.ts';
import { heldLeases } from '../leases/leases.ts';
import { claimFairly } from './claim-rounds.ts';
import {
  findDueLanes,
  findNextDueMs,
  jobRows,
  planClaimsOnce,
  promoteDueJobs,
  reclaimLapsedJobs,
} from './job-claims.ts';
import type { ClaimedJob } from './job-claims.ts';
import type { StopReason } from './job-errors.ts';
import type { JobMount } from './job-kind.ts';
import { runJob } from './job-run.ts';
import type { RunOptions, RunOutcome } from './job-run.ts';

/** Options of {@link jobRunner}. */
export interface JobRunnerOptions extends RunOptions {
  db: Database;
  log: Logger;
  mounts: readonly JobMount[];
  /** Name of this pod in the rows. */
  worker: string;
  /** How often it polls when nothing is due and nothing wakes it. Default 10 s. */
  pollMs?: number;
  /** How long a shutdown waits for handlers that ignore their signal. Default 10 s. */
  shutdownMs?: number;
  onEnd?: (kind: string, outcome: RunOutcome, seconds: number) => void;
}

/** The worker that runs the jobs of a pod. */
export interface JobRunner extends Worker {
  /** Polls immediately. */
  wake(): void;
  /** Immediately checks whether a running job was canceled or taken by another pod. */
  check(): void;
}

/** Time after which a due job that another pod has locked is checked again. */
const soonMs = 100;

/** Time after which a look that failed is repeated. */
const retryMs = 1_000;

/** Claims jobs of these kinds while there is room, runs them, and renews their leases. */
export function jobRunner(options: JobRunnerOptions): JobRunner {
  const { db, log, mounts, worker, pollMs = 10_000, shutdownMs = 10_000 } = options;
  const mountOf = new Map(mounts.map((mount) => [mount.kind.name, mount]));
  /** The tenant served last, by kind and priority. */
  const served = new Map<string, string>();
  let isStopping = false;
  let nextDueMs: number | undefined;

  const leaseMsOf = ({ kind }: ClaimedJob): number => mountOf.get(kind)?.kind.leaseMs ?? 0;
  const held = heldLeases<ClaimedJob, { isCanceled: boolean }>({
    renew: (asked) => db.renew((tx) => jobRows.renew(tx, asked, leaseMsOf)),
    leaseMsOf,
    onRenewed(job, { isCanceled }) {
      if (isCanceled) held.abort(job, 'canceled' satisfies StopReason);
    },
  });
  const roomOf = ({ kind }: JobMount): number =>
    kind.concurrency - held.list().filter((job) => job.kind === kind.name).length;

  function start(mount: JobMount, claimed: ClaimedJob): void {
    const begun = performance.now();
    held.begin(
      claimed,
      async (signal) => {
        const outcome = await runJob(options, mount, claimed, signal);
        options.onEnd?.(claimed.kind, outcome, (performance.now() - begun) / 1000);
      },
      () => wake(),
    );
  }

  async function fill(): Promise<void> {
    // Stays if the look fails.
    nextDueMs = retryMs;
    const [lanes, dueMs] = await db.work(async (tx) => {
      const [, , , found, ms] = await Promise.all([
        planClaimsOnce(tx),
        promoteDueJobs(tx),
        reclaimLapsedJobs(tx),
        findDueLanes(tx),
        findNextDueMs(tx),
      ]);
      return [found, ms] as const;
    });
    for (const lane of lanes.toSorted((a, b) => a.priority - b.priority)) {
      const mount = mountOf.get(lane.kind);
      const room = mount ? roomOf(mount) : 0;
      if (!mount || room <= 0 || isStopping) continue;
      const laneKey = `${lane.kind} ${lane.priority}`;
      const { jobs, last } = await claimFairly(db, {
        ...lane,
        room,
        after: served.get(laneKey) ?? '',
        perTenant: mount.kind.perTenant,
        leaseMs: mount.kind.leaseMs,
        worker,
      });
      served.set(laneKey, last);
      for (const claimed of jobs) start(mount, claimed);
    }
    nextDueMs = dueMs === null ? undefined : Math.max(dueMs, soonMs);
  }

  const shortestLease = Math.min(...mounts.map((mount) => mount.kind.leaseMs), 60_000);
  const beats = every(shortestLease / 3, 'leases of jobs', log, held.renew);
  const fills = every(pollMs, 'jobs', log, fill, { dueInMs: () => nextDueMs });
  function wake(): void {
    fills.wake();
  }

  return {
    start() {
      fills.start();
      beats.start();
    },
    wake,
    check: () => beats.wake(),
    async stop() {
      isStopping = true;
      await fills.stop();
      const reason: StopReason = 'shutdown';
      await held.close(reason, { graceMs: 0, abortMs: shutdownMs });
      await beats.stop();
    },
  };
}
