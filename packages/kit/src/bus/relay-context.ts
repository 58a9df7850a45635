import type { JetStreamClient } from '@nats-io/jetstream';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { RowPublisher } from './row-publisher.ts';

/** What `relay` needs. */
export interface RelayOptions {
  db: Database;
  jetstream: () => JetStreamClient | undefined;
  publisher: RowPublisher;
  replicas: number;
  pollIntervalMs: number;
  batchSize: number;
  retentionMs: number;
  /** How long a chain rests of which the bus rejected a row, so that rows that it never takes do not fill every batch. */
  restMs?: number;
  log: Logger;
  metrics: Metrics;
}

/** What the parts of one relay share. */
export interface RelayContext {
  readonly options: RelayOptions;
  /** Counts connections that came and went: what was acknowledged over one of them says nothing once it is gone. */
  era: number;
  /** What the streams had lost before this connection is pending again. */
  isChecked: boolean;
  isStopped: boolean;
  /** Chains of which the bus has just rejected a row, and until when others go before them. */
  readonly resting: Map<string, number>;
}

/** The context of a relay that has no connection yet. */
export const newRelayContext = (options: RelayOptions): RelayContext => ({
  options,
  era: 0,
  isChecked: false,
  isStopped: false,
  resting: new Map(),
});

/** Begins the era of a new connection. Returns its number. */
export function beginEra(relay: RelayContext): number {
  relay.era += 1;
  relay.isChecked = false;
  relay.resting.clear();
  return relay.era;
}

/** Ends the era of a connection that is gone: nothing counts as published any more that was not written down. */
export function endEra(relay: RelayContext): void {
  relay.era += 1;
  relay.isChecked = false;
  relay.options.publisher.abandon();
}

/** Lets other chains go before this one for a while. */
export function rest(relay: RelayContext, chain: string): void {
  relay.resting.set(chain, performance.now() + (relay.options.restMs ?? 5_000));
}

/** The chains that rest now. */
export function chainsAtRest({ resting }: RelayContext): string[] {
  const now = performance.now();
  for (const [chain, until] of resting) if (until <= now) resting.delete(chain);
  return [...resting.keys()];
}
