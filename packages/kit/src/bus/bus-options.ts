import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/telemetry.ts';

/** Options of `createBus`. Times in milliseconds. */
export interface BusOptions {
  service: string;
  /**
   * NATS servers, separated by commas; `user:password@` before the first host applies to all of
   * them.
   */
  url: string;
  credentialsPath?: string;
  /**
   * PEM file of the only trusted authorities; empty or absent: no TLS unless the server requires
   * it.
   */
  caPath?: string;
  replicas: number;
  /** The schema whose outbox is relayed; absent in a process without a database. */
  db?: Database;
  outbox?: { pollIntervalMs: number; batchSize: number; retentionMs: number };
  /** Name of this pod in the leases of partitions. */
  holder?: string;
  log: Logger;
  metrics: Metrics;
  /** Records a span for each consumed event, as a child of the span that published it. */
  tracing?: Tracing | undefined;
}
