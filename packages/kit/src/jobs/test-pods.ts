import type { Actor } from '@platform/contracts';
import type { Bus } from '../bus/bus.ts';
import { database } from '../database/database.ts';
import type { Database, Tx } from '../database/database.ts';
import { silentLog } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { JobMount } from './job-kind.ts';
import { jobService } from './job-service.ts';
import type { JobServiceOptions, JobServiceParts } from './job-service.ts';
import type { Jobs, SingletonJob } from './jobs.ts';

/** A pod of a service with only jobs. */
export interface TestPod {
  jobs: Jobs;
  parts: JobServiceParts;
  metrics: Metrics;
  stop(): Promise<void>;
}

/** Creates a bus on which the pods of one process receive each other's hints. */
export function testHints(): Pick<Bus, 'hint' | 'onHint'> {
  const listeners: Parameters<Bus['onHint']>[1][] = [];
  return {
    hint: (name, payload) => listeners.forEach((hear) => hear(payload, name)),
    onHint: (_name, hear) => void listeners.push(hear),
  };
}

/** Drops all hints, so that pods find jobs only by polling. */
const deafHints = { hint: () => undefined, onHint: () => undefined };

/** Opens a separate connection pool, as every pod has. */
export const testDatabase = (url: string): Database =>
  database({
    service: 'directory',
    url,
    schema: 'shop',
    maxConnections: 8,
    statementTimeoutMs: 30_000,
    log: silentLog,
  });

/** Starts a pod. */
export function startPod(
  options: Partial<JobServiceOptions> & { db: Database; worker: string },
  mounts: readonly JobMount[],
  singletons: readonly SingletonJob[] = [],
): TestPod {
  const metrics = createMetrics('shop');
  const service = jobService({
    bus: deafHints,
    log: silentLog,
    metrics,
    service: 'shop',
    pollMs: 20,
    ...options,
  });
  const parts = service.runs(mounts, singletons);
  parts.worker.start();
  return { jobs: service.jobs, parts, metrics, stop: () => parts.worker.stop() };
}

const actor: Actor = { type: 'user', id: 'usr_test' };

/** Runs one transaction of a tenant, as a request does. */
export const asTenant = <T>(
  db: Pick<Database, 'transact'>,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => db.transact({ tenantId, actor }, work);
