import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { heldLeases } from '../leases/leases.ts';
import type { HeldLeases } from '../leases/leases.ts';
import type { Logger } from '../telemetry/log.ts';
import { isPartitionLost } from './fence.ts';
import type { Place } from './message.ts';
import { advancePositions, releasePositions, renewPartitions } from './position-store.ts';
import type { Taken } from './position-store.ts';

/** What `partitionHolding` needs. */
export interface HoldingOptions {
  db: Pick<Database, 'renew'>;
  /** Name of this pod. A restarted process takes back at once what it held under the same name. */
  holder: string;
  /** Whether this pod can read streams: one that cannot for long leaves its partitions to others. */
  canRead: () => boolean;
  /** Partitions were given up: other pods may look for them at once. */
  onReleased: () => void;
  log: Logger;
  leaseMs?: number;
  tickMs?: number;
}

/** How a position is moved. */
export interface Progress {
  /** Everything up to here is applied; written with the next renewal. */
  advance(place: Place | undefined): void;
  /** Writes it now. */
  save(): Promise<unknown>;
}

/** Runs while a partition is held. */
export type PartitionWork = (taken: Taken, progress: Progress, stop: AbortSignal) => Promise<void>;

/** A consumer of which this pod holds partitions. */
export interface PartitionedConsumer {
  name: string;
  partitions: readonly string[];
  work: PartitionWork;
  /** Rows are there, and what this pod held under its name before was taken back. */
  isKnown: boolean;
}

/** The consumers of a pod, and what it holds of them. */
export interface HoldingContext {
  readonly options: Required<HoldingOptions>;
  readonly consumers: Map<string, PartitionedConsumer>;
  readonly held: HeldLeases<Taken>;
  /** When streams could be read last, on the monotonic clock. */
  readableAt: number;
}

/** The partitions of a pod. Their work goes on while the database is away, because it commits nothing without the fence. */
export const heldPartitions = ({ db, leaseMs }: Required<HoldingOptions>): HeldLeases<Taken> =>
  heldLeases<Taken>({
    renew: (held) => db.renew((tx) => renewPartitions(tx, held, leaseMs)),
    leaseMsOf: () => Infinity,
  });

/** Milliseconds until a consumer that was interrupted continues. */
const interruptedMs = 500;

/** Runs again what ended by itself, until it stops or the partition is lost. */
async function runOn(
  { options: { db, log } }: HoldingContext,
  { one, work, stop }: { one: Taken; work: PartitionWork; stop: AbortSignal },
): Promise<void> {
  const progress: Progress = {
    advance: (place) => void (one.place = place),
    save: () => db.renew((tx) => advancePositions(tx, [one])),
  };
  while (!stop.aborted) {
    try {
      await work(one, progress, stop);
    } catch (error) {
      if (stop.aborted || isPartitionLost(error)) return;
      const { consumer, partition } = one;
      log.warn({ err: error, consumer, partition }, 'a consumer was interrupted; it continues');
    }
    await pause(interruptedMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Begins the work of a partition that was taken, unless its consumer has gone meanwhile. */
export function beginPartition(holding: HoldingContext, one: Taken): void {
  const consumer = holding.consumers.get(one.consumer);
  if (!consumer) return;
  const { work } = consumer;
  holding.held.begin(one, (stop) => runOn(holding, { one, work, stop }));
}

/** Ends the work of partitions, writes how far it came, and leaves them to others. */
export async function releasePartitions(
  { options, held }: HoldingContext,
  leaving: readonly Taken[],
): Promise<void> {
  const ours = await held.end(leaving, 'released');
  if (ours.length === 0) return;
  await options.db.renew((tx) => releasePositions(tx, ours));
  options.onReleased();
}
