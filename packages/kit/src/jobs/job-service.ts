import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { RpcMount } from '../grpc/grpc.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { every } from '../service/workers.ts';
import type { Worker } from '../service/workers.ts';
import type { Tracing } from '../telemetry/telemetry.ts';
import { gaugeOwners } from './gauge-owners.ts';
import type { JobMount } from './job-kind.ts';
import { jobMetrics } from './job-metrics.ts';
import { jobRunner } from './job-runner.ts';
import type { JobRunner } from './job-runner.ts';
import { createJobs, jobHint } from './job-queue.ts';
import type { Jobs } from './job-queue.ts';
import { jobsRpc } from './jobs-rpc.ts';
import { ensureSingletons, singletonMount } from './recurring-job.ts';
import type { SingletonJob } from './singleton-job.ts';

/** Options of {@link jobService}. Times in milliseconds. */
export interface JobServiceOptions {
  db: Database;
  bus: Pick<Bus, 'hint' | 'onHint'>;
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing | undefined;
  service: string;
  /** Name of this pod in the rows. */
  worker: string;
  /** See {@link jobRunner}; for tests. */
  pollMs?: number;
  shutdownMs?: number;
  random?: () => number;
  now?: () => number;
}

/** The jobs of a pod: the queue for its rules, its runner, and its operator API. */
export interface JobService {
  jobs: Jobs;
  /** Creates the worker that runs these once it is started. Call once. */
  runs(mounts: readonly JobMount[], singletons: readonly SingletonJob[]): JobServiceParts;
}

/** See {@link JobService}. */
export interface JobServiceParts {
  worker: Worker;
  rpc: RpcMount;
}

function requireDistinct(mounts: readonly JobMount[]): void {
  const names = mounts.map(({ kind }) => kind.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`two kinds of job are named ${twice}`);
}

/** Creates the job service of a pod. */
export function jobService(options: JobServiceOptions): JobService {
  const { db, bus, log, metrics, worker } = options;
  const { random = Math.random, now = Date.now } = options;
  let runner: JobRunner | undefined;
  const wake = (what: 'enqueued' | 'canceled'): void =>
    what === 'canceled' ? runner?.check() : runner?.wake();
  bus.onHint(jobHint, (hint) => wake((hint as { what: 'enqueued' | 'canceled' }).what));

  return {
    jobs: createJobs({ bus, wake }),
    runs(kinds, others) {
      const { count, ended } = jobMetrics(db, metrics);
      const singletons = [...others, count];
      const owners = gaugeOwners({ db, log, worker }, singletons);
      const mounts = [...kinds, ...singletons.map((one) => singletonMount(one, owners.ran))];
      requireDistinct(mounts);
      const active = jobRunner({ ...options, random, now, mounts, onEnd: ended });
      runner = active;
      let isScheduled = false;
      const schedules = every(5_000, 'schedules of singletons', log, async () => {
        if (isScheduled) return;
        await ensureSingletons(db, singletons, new Date(now()));
        isScheduled = true;
        active.wake();
      });
      const workers = [active, owners, schedules];
      return {
        worker: {
          start: () => workers.forEach((one) => one.start()),
          stop: async () => void (await Promise.all(workers.map((one) => one.stop()))),
        },
        rpc: jobsRpc({
          db,
          mounts,
          announce(what) {
            wake(what);
            bus.hint(jobHint, { what });
          },
        }),
      };
    },
  };
}
