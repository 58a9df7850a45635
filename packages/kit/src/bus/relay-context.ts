import type { JetStreamClient } from '@nats-io/jetstream';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isStreamAway } from './row-publisher.ts';
import type { RowPublisher } from './row-publisher.ts';

/** Options of `relay`. */
export interface RelayOptions {
  db: Database;
  jetstream: () => JetStreamClient | undefined;
  publisher: RowPublisher;
  replicas: number;
  pollIntervalMs: number;
  batchSize: number;
  retentionMs: number;
  /**
   * How long a chain rests after NATS rejected one of its rows, so that rows which are always
   * rejected do not fill every batch.
   */
  restMs?: number;
  log: Logger;
  metrics: Metrics;
}

/** State shared by the parts of one relay. */
export interface RelayContext {
  readonly options: RelayOptions;
  /**
   * Incremented at each connect and disconnect: acknowledgements of an earlier connection do not
   * count.
   */
  era: number;
  /** Whether everything that the streams had lost before this connection is pending again. */
  isChecked: boolean;
  isStopped: boolean;
  /** Chains with a row that NATS rejected recently, and when they are due again. */
  readonly resting: Map<string, number>;
}

/** Returns the context of a relay that is not connected yet. */
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

/** Ends the era of a lost connection: acknowledgements that are not recorded yet do not count. */
export function endEra(relay: RelayContext): void {
  relay.era += 1;
  relay.isChecked = false;
  relay.options.publisher.abandon();
}

/** A new leader is elected within seconds; rows wait for it no longer than this. */
const awayMs = 1_000;

/** Lets other chains go first for a while after this error. */
export function rest(relay: RelayContext, chain: string, error: unknown): void {
  const ms = isStreamAway(error) ? awayMs : (relay.options.restMs ?? 5_000);
  relay.resting.set(chain, performance.now() + ms);
}

/** Returns in how many milliseconds the next chain is due again; undefined if none rests. */
export const nextDueMs = ({ resting }: RelayContext): number | undefined =>
  resting.size === 0 ? undefined : Math.max(0, Math.min(...resting.values()) - performance.now());

/** Lists the chains that rest now. */
export function chainsAtRest({ resting }: RelayContext): string[] {
  const now = performance.now();
  for (const [chain, until] of resting) if (until <= now) resting.delete(chain);
  return [...resting.keys()];
}
