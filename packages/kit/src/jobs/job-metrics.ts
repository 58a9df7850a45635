import type { Database } from '../database/database.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { RunOutcome } from './job-run.ts';
import type { SingletonJob } from './singleton-job.ts';

interface Counts {
  kind: string;
  pending: number;
  oldest: number;
  running: number;
  failed: number;
}

// Each count uses an index of its own. Recurring jobs that wait for their time are not a backlog.
const counts = `
  SELECT kind, sum(pending)::bigint AS pending, max(oldest) AS oldest, sum(running)::bigint AS running, sum(failed)::bigint AS failed FROM (
    SELECT kind, count(*) AS pending, greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS oldest, 0 AS running, 0 AS failed FROM job WHERE state = 'PENDING' AND is_due GROUP BY kind
    UNION ALL SELECT kind, 0, 0, count(*), 0 FROM job WHERE state = 'RUNNING' GROUP BY kind
    UNION ALL SELECT kind, 0, 0, 0, count(*) FROM job WHERE state = 'FAILED' GROUP BY kind
  ) AS each GROUP BY kind`;

/**
 * Reports the metrics of a service's jobs: durations by each pod, counts by the one pod that runs
 * the singleton.
 */
export function jobMetrics(db: Pick<Database, 'work'>, metrics: Metrics) {
  const durations = metrics.histogram('platform_job_duration_seconds');
  const gauges = {
    pending: metrics.gauge('platform_jobs_pending'),
    oldest: metrics.gauge('platform_jobs_oldest_seconds'),
    running: metrics.gauge('platform_jobs_running'),
    failed: metrics.gauge('platform_jobs_failed'),
  };
  const names = Object.keys(gauges) as (keyof typeof gauges)[];

  const count: SingletonJob = {
    name: 'count of jobs',
    schedule: 15_000,
    gauges: Object.values(gauges),
    async work() {
      const rows = await db.work((tx) => tx.rows<Counts>(counts));
      for (const name of names) gauges[name].reset();
      for (const row of rows)
        for (const name of names) gauges[name].set({ kind: row.kind }, row[name]);
    },
  };
  return {
    count,
    ended: (kind: string, outcome: RunOutcome, took: number): void =>
      durations.observe({ kind, outcome }, took),
  };
}
