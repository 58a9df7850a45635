import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Worker } from '../service/workers.ts';
import { every } from '../service/workers.ts';
import { claimFairly } from './claim-rounds.ts';
import {
  findDueLanes,
  planClaimsOnce,
  promoteDueJobs,
  reclaimLapsedJobs,
  renewLeases,
} from './job-claims.ts';
import type { ClaimedJob } from './job-claims.ts';
import type { StopReason } from './job-errors.ts';
import type { JobMount } from './job-kind.ts';
import { runJob } from './job-run.ts';
import type { RunOptions, RunOutcome } from './job-run.ts';

/** What {@link jobRunner} needs. */
export interface JobRunnerOptions extends RunOptions {
  db: Database;
  log: Logger;
  mounts: readonly JobMount[];
  /** The name of this pod in the rows. */
  worker: string;
  /** How often it looks without being told. Default 1 s. */
  pollMs?: number;
  /** How long a shutdown waits for handlers that do not heed their signal. Default 10 s. */
  shutdownMs?: number;
  onEnd?: (kind: string, outcome: RunOutcome, seconds: number) => void;
}

/** The worker that runs the jobs of a pod. */
export interface JobRunner extends Worker {
  /** There is something to do: looks at once. */
  wake(): void;
  /** Looks at once whether what it runs was canceled or taken. */
  check(): void;
}

interface Running {
  claimed: ClaimedJob;
  leaseMs: number;
  stop: AbortController;
  renewedAt: number;
  ended: Promise<void>;
}

/** Claims jobs of these kinds as long as there is room, runs them, and renews their leases. */
export function jobRunner(options: JobRunnerOptions): JobRunner {
  const { db, log, mounts, worker, pollMs = 1_000, shutdownMs = 10_000 } = options;
  const mountOf = new Map(mounts.map((mount) => [mount.kind.name, mount]));
  const running = new Map<string, Running>();
  /** The last tenant that was served, by kind and priority. */
  const served = new Map<string, string>();
  let isStopping = false;

  const roomOf = ({ kind }: JobMount): number =>
    kind.concurrency - [...running.values()].filter((r) => r.claimed.kind === kind.name).length;
  const abort = (reason: StopReason, one: Running): void => one.stop.abort(reason);

  function start(mount: JobMount, claimed: ClaimedJob): void {
    const stop = new AbortController();
    const begun = performance.now();
    const key = `${claimed.id} ${claimed.epoch}`;
    const ended = runJob(options, mount, claimed, stop.signal).then((outcome) => {
      running.delete(key);
      options.onEnd?.(claimed.kind, outcome, (performance.now() - begun) / 1000);
      wake();
    });
    const { leaseMs } = mount.kind;
    running.set(key, { claimed, leaseMs, stop, renewedAt: begun, ended });
  }

  async function fill(): Promise<void> {
    const lanes = await db.work(async (tx) => {
      const [, , , found] = await Promise.all([
        planClaimsOnce(tx),
        promoteDueJobs(tx),
        reclaimLapsedJobs(tx),
        findDueLanes(tx),
      ]);
      return found;
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
  }

  async function heartbeat(): Promise<void> {
    const held = [...running.values()];
    if (held.length === 0) return;
    const asked = performance.now();
    try {
      const holdings = held.map(({ claimed, leaseMs }) => ({ ...claimed, leaseMs }));
      const standings = await db.work((tx) => renewLeases(tx, holdings));
      const found = new Map(standings.map((s) => [`${s.id} ${s.epoch}`, s]));
      for (const one of held) {
        const standing = found.get(`${one.claimed.id} ${one.claimed.epoch}`);
        if (!standing) abort('lost', one);
        else one.renewedAt = asked;
        if (standing?.isCanceled) abort('canceled', one);
      }
    } finally {
      // Without a word from the database another pod may have the job by now.
      for (const one of held)
        if (performance.now() - one.renewedAt > one.leaseMs) abort('lost', one);
    }
  }

  const shortestLease = Math.min(...mounts.map((mount) => mount.kind.leaseMs), 60_000);
  const beats = every(shortestLease / 3, 'leases of jobs', log, heartbeat);
  const fills = every(pollMs, 'jobs', log, fill);
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
      const left = [...running.values()];
      for (const one of left) abort('shutdown', one);
      const grace = new Promise((resolve) => setTimeout(resolve, shutdownMs).unref());
      await Promise.race([Promise.all(left.map((one) => one.ended)), grace]);
      await beats.stop();
    },
  };
}
