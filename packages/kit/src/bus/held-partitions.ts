import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Logger } from '../telemetry/log.ts';
import { isPartitionLost } from './fence.ts';
import type { Place } from './message.ts';
import { updateHeld } from './position-store.ts';
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

/** A partition that this pod holds, and its work. */
export interface HeldPartition extends Taken {
  stop: AbortController;
  running: Promise<void>;
}

/** The consumers of a pod, and what it holds of them. */
export interface HoldingContext {
  readonly options: Required<HoldingOptions>;
  readonly consumers: Map<string, PartitionedConsumer>;
  readonly held: Set<HeldPartition>;
  /** When streams could be read last, on the monotonic clock. */
  readableAt: number;
}

/** Stops the work of a partition that belongs to another pod. */
export function dropPartition({ held }: HoldingContext, one: HeldPartition): void {
  held.delete(one);
  one.stop.abort();
}

/** Runs again what ended by itself, until it stops or the partition is lost. */
async function runOn(
  holding: HoldingContext,
  one: HeldPartition,
  work: PartitionWork,
): Promise<void> {
  const { db, leaseMs, tickMs, log } = holding.options;
  const progress: Progress = {
    advance: (place) => void (one.place = place),
    save: () => db.renew((tx) => updateHeld(tx, [one], leaseMs)),
  };
  while (!one.stop.signal.aborted) {
    try {
      await work(one, progress, one.stop.signal);
    } catch (error) {
      if (one.stop.signal.aborted) return;
      if (isPartitionLost(error)) return dropPartition(holding, one);
      const { consumer, partition } = one;
      log.warn({ err: error, consumer, partition }, 'a consumer was interrupted; it continues');
    }
    await pause(tickMs, undefined, { signal: one.stop.signal }).catch(() => undefined);
  }
}

/** Begins the work of a partition that was taken, unless its consumer has gone meanwhile. */
export function beginPartition(holding: HoldingContext, taken: Taken): void {
  const consumer = holding.consumers.get(taken.consumer);
  if (!consumer) return;
  const one = { ...taken, stop: new AbortController(), running: Promise.resolve() };
  holding.held.add(one);
  one.running = runOn(holding, one, consumer.work);
}

/** Ends the work of partitions, writes how far it came, and leaves them to others. */
export async function releasePartitions(
  { options, held }: HoldingContext,
  leaving: readonly HeldPartition[],
): Promise<void> {
  for (const one of leaving) one.stop.abort();
  await Promise.all(leaving.map(({ running }) => running));
  const still = leaving.filter((one) => held.has(one));
  if (still.length === 0) return;
  await options.db.renew((tx) => updateHeld(tx, still, undefined));
  for (const one of still) held.delete(one);
  options.onReleased();
}
