import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/telemetry.ts';

/** What `createBus` needs. */
export interface BusOptions {
  service: string;
  /** NATS servers, joined by commas; `user:password@` before the first host signs in at all of them. */
  url: string;
  credentialsPath?: string;
  /** PEM file of the only authorities trusted; empty or absent: no TLS unless the server asks for it. */
  caPath?: string;
  replicas: number;
  /** The schema whose outbox is relayed; absent in a process that stores nothing. */
  db?: Database;
  outbox?: { pollIntervalMs: number; batchSize: number; retentionMs: number };
  /** Name of this pod in leases. */
  holder?: string;
  log: Logger;
  metrics: Metrics;
  /** Records a span for each consumed event, below the one that published it. */
  tracing?: Tracing | undefined;
}
