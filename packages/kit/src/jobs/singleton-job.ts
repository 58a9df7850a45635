import type { Gauge } from '../telemetry/metrics.ts';

/**
 * Work that one pod does for all, again and again. Each time is run once, by whichever pod is first; times that nobody was
 * there for are made up for by one run.
 */
export interface SingletonJob {
  /** Unique within the service: what operators see, such as `expired exports`. */
  name: string;
  /** Milliseconds from the end of one run to the next, or six cron fields in UTC. */
  schedule: number | string;
  /** Stops soon when the signal aborts; then the next pod takes it up. */
  work: (signal: AbortSignal) => Promise<unknown>;
  /** Runs also whenever a pod starts. */
  atStart?: boolean;
  /** What it shows for all pods: a pod that was not the last to run it shows nothing of it. */
  gauges?: readonly Pick<Gauge, 'reset'>[];
}
