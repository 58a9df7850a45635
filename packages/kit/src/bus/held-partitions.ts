import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { heldLeases } from '../leases/leases.ts';
import type { HeldLeases } from '../leases/leases.ts';
import type { Logger } from '../telemetry/log.ts';
import { isPartitionLost } from './fence.ts';
import type { StreamPosition } from './message.ts';
import { advancePositions, releasePositions, renewPartitions } from './position-store.ts';
import type { Taken } from './position-store.ts';

/** Options of `partitionHolding`. */
export interface HoldingOptions {
  db: Pick<Database, 'renew'>;
  /**
   * Name of this pod. A restarted process immediately takes back what it held under the same name.
   */
  holder: string;
  /** Whether this pod can read streams. If it cannot for long, it releases its partitions. */
  canRead: () => boolean;
  /** Called after partitions were released, so that other pods can look for them immediately. */
  onReleased: () => void;
  log: Logger;
  leaseMs?: number;
  tickMs?: number;
}

/** Records how far a partition is applied. */
export interface Progress {
  /** Sets the position up to which everything is applied; saved with the next renewal. */
  advance(place: StreamPosition | undefined): void;
  /** Saves it now. */
  save(): Promise<unknown>;
}

/** Runs while this pod holds a partition. */
export type PartitionWork = (taken: Taken, progress: Progress, stop: AbortSignal) => Promise<void>;

/** A consumer whose partitions this pod shares. */
export interface PartitionedConsumer {
  name: string;
  partitions: readonly string[];
  work: PartitionWork;
  /** Its rows exist, and this pod has taken back what it held under its name before. */
  isKnown: boolean;
}

/** The consumers of a pod, and the partitions that it holds. */
export interface HoldingContext {
  readonly options: Required<HoldingOptions>;
  readonly consumers: Map<string, PartitionedConsumer>;
  readonly held: HeldLeases<Taken>;
  /** When streams were last readable, on the monotonic clock. */
  readableAt: number;
}

/**
 * Creates the partitions of a pod. Their work continues while the database is unavailable, since it
 * commits nothing without the fence.
 */
export const heldPartitions = ({ db, leaseMs }: Required<HoldingOptions>): HeldLeases<Taken> =>
  heldLeases<Taken>({
    renew: (held) => db.renew((tx) => renewPartitions(tx, held, leaseMs)),
    leaseMsOf: () => Infinity,
  });

/** Milliseconds until an interrupted consumer continues. */
const interruptedMs = 500;

/** Restarts work that ends by itself, until the consumer stops or the partition is lost. */
async function keepRunning(
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

/** Starts the work of a taken partition, unless its consumer was removed in the meantime. */
export function beginPartition(holding: HoldingContext, one: Taken): void {
  const consumer = holding.consumers.get(one.consumer);
  if (!consumer) return;
  const { work } = consumer;
  holding.held.begin(one, (stop) => keepRunning(holding, { one, work, stop }));
}

/** Ends the work of partitions, saves their positions, and releases them. */
export async function releasePartitions(
  { options, held }: HoldingContext,
  leaving: readonly Taken[],
): Promise<void> {
  const ours = await held.end(leaving, 'released');
  if (ours.length === 0) return;
  await options.db.renew((tx) => releasePositions(tx, ours));
  options.onReleased();
}
