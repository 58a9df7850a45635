import type { Gauge } from 'prom-client';

/**
 * Recurring work that one pod does for all. Each scheduled time runs once, in whichever pod is
 * first; missed times are made up by a single run.
 */
export interface SingletonJob {
  /** Unique within the service, and shown to operators: `expired exports`. */
  name: string;
  /** Milliseconds from the end of one run to the next, or six cron fields in UTC. */
  schedule: number | string;
  /** Does the work. Must stop soon after the signal aborts; another pod then takes over. */
  work: (signal: AbortSignal) => Promise<unknown>;
  /** Whether to run also whenever a pod starts. */
  atStart?: boolean;
  /** Gauges that describe all pods: only the pod that ran it last reports them. */
  gauges?: readonly Pick<Gauge, 'reset'>[];
}
