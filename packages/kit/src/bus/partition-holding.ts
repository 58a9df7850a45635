import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import { isPartitionLost } from './fence.ts';
import type { Place } from './message.ts';
import { shareOf } from './partition-share.ts';
import type { Moves } from './partition-share.ts';
import {
  countHolders,
  deleteHolder,
  insertPartitions,
  listPartitions,
  takePartitions,
  updateHeld,
  upsertHolder,
} from './position-store.ts';
import type { Taken } from './position-store.ts';

/** What {@link partitionHolding} needs. */
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

interface Consumer {
  name: string;
  partitions: readonly string[];
  work: PartitionWork;
  /** Rows are there, and what this pod held under its name before was taken back. */
  isKnown: boolean;
}

interface Held extends Taken {
  stop: AbortController;
  running: Promise<void>;
}

const unreadableMs = 10_000;

/**
 * Divides the partitions of consumers among the pods of a service, each held by one. The position of a partition and its lease
 * are one row, renewed and advanced by one statement for all that a pod holds. Whoever takes a partition raises its epoch, and
 * the fence (see `fence.ts`) keeps the one before from committing: order does not hang on clocks, only the time of a take-over does.
 */
export function partitionHolding({
  db,
  holder,
  canRead,
  onReleased,
  log,
  leaseMs = 1_500,
  tickMs = 500,
}: HoldingOptions) {
  const consumers = new Map<string, Consumer>();
  const held = new Set<Held>();
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let isDue = false;
  let isClosed = false;
  let readableAt = -Infinity;
  const heldBy = (name: string): Held[] => [...held].filter(({ consumer }) => consumer === name);

  /** Runs again what ended by itself, until it stops or the partition is lost. */
  async function runOn(one: Held, work: PartitionWork): Promise<void> {
    const progress: Progress = {
      advance: (place) => void (one.place = place),
      save: () => db.renew((tx) => updateHeld(tx, [one], leaseMs)),
    };
    while (!one.stop.signal.aborted) {
      try {
        await work(one, progress, one.stop.signal);
      } catch (error) {
        if (one.stop.signal.aborted) return;
        if (isPartitionLost(error)) return drop(one);
        const { consumer, partition } = one;
        log.warn({ err: error, consumer, partition }, 'a consumer was interrupted; it continues');
      }
      await pause(tickMs, undefined, { signal: one.stop.signal }).catch(() => undefined);
    }
  }

  function drop(one: Held): void {
    held.delete(one);
    one.stop.abort();
  }

  function begin(taken: Taken): void {
    const { work } = consumers.get(taken.consumer)!;
    const one: Held = { ...taken, stop: new AbortController(), running: Promise.resolve() };
    held.add(one);
    one.running = runOn(one, work);
  }

  /** Ends the work of partitions, writes how far it came, and leaves them to others. */
  async function release(leaving: readonly Held[]): Promise<void> {
    for (const one of leaving) one.stop.abort();
    await Promise.all(leaving.map(({ running }) => running));
    const still = leaving.filter((one) => held.has(one));
    if (still.length === 0) return;
    await db.renew((tx) => updateHeld(tx, still, undefined));
    for (const one of still) held.delete(one);
    onReleased();
  }

  async function renewAndTake(): Promise<{ taken: Taken[]; giveUp: Held[] }> {
    const names = [...consumers.keys()];
    const renewing = [...held];
    if (canRead()) readableAt = performance.now();
    const mayHold = performance.now() - readableAt < unreadableMs;
    const fresh = [...consumers.values()].filter(({ isKnown }) => !isKnown);
    const { kept, moves, taken } = await db.renew(async (tx) => {
      if (fresh.length > 0)
        await insertPartitions(
          tx,
          fresh.flatMap(({ name, partitions }) =>
            partitions.map((partition) => ({ consumer: name, partition })),
          ),
        );
      if (mayHold) await upsertHolder(tx, holder, names, leaseMs);
      const kept = await updateHeld(tx, renewing, leaseMs);
      const [states, holders] = await Promise.all([
        listPartitions(tx, names),
        countHolders(tx, names),
      ]);
      const moves: Moves<Held>[] = [...consumers.values()].map(({ name, isKnown, partitions }) =>
        shareOf(
          states.filter((one) => one.consumer === name && partitions.includes(one.partition)),
          heldBy(name),
          mayHold ? (holders.get(name) ?? 1) : 0,
          (one) => !one.isHeld || (!isKnown && one.holder === holder),
        ),
      );
      const take = async (own: boolean): Promise<Taken[]> => {
        const wanted = moves.flatMap(({ take: some }) => some);
        const mine = wanted.filter(({ consumer }) => consumers.get(consumer)?.isKnown !== own);
        return mine.length === 0 ? [] : takePartitions(tx, mine, { holder, leaseMs, own });
      };
      return { kept, moves, taken: [...(await take(false)), ...(await take(true))] };
    });
    for (const one of fresh) one.isKnown = mayHold;
    const ours = new Set(
      kept.map(({ consumer, partition }) => JSON.stringify([consumer, partition])),
    );
    for (const one of renewing)
      if (!ours.has(JSON.stringify([one.consumer, one.partition])) && held.has(one)) {
        log.warn({ consumer: one.consumer, partition: one.partition }, 'a partition was lost');
        drop(one);
      }
    return { taken, giveUp: moves.flatMap(({ giveUp }) => giveUp) };
  }

  async function tick(): Promise<void> {
    if (consumers.size === 0) return;
    const { taken, giveUp } = await renewAndTake();
    for (const one of taken) if (consumers.has(one.consumer)) begin(one);
    const leaving = giveUp.filter(({ stop }) => !stop.signal.aborted);
    if (leaving.length > 0)
      void release(leaving).catch((error: unknown) =>
        log.warn({ err: error }, 'partitions could not be released; their leases will expire'),
      );
  }

  function schedule(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(wake, tickMs);
  }

  /** Looks at once for partitions to take. */
  function wake(): void {
    if (isClosed) return;
    isDue = true;
    ticking ??= (async () => {
      while (isDue && !isClosed) {
        isDue = false;
        await tick().catch((error: unknown) =>
          log.warn({ err: error }, 'the partitions of consumers could not be read'),
        );
      }
    })().finally(() => {
      ticking = undefined;
      schedule();
    });
  }

  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names) consumers.delete(name);
    await ticking;
    await release([...held].filter(({ consumer }) => names.includes(consumer)));
    if (names.length > 0) await db.renew((tx) => deleteHolder(tx, holder, names));
  }

  return {
    wake,

    /** Holds partitions of a consumer from now on. Returns what ends that, when the work has ended. */
    add(name: string, partitions: readonly string[], work: PartitionWork): () => Promise<void> {
      if (consumers.has(name)) throw new Error(`there are two consumers named ${name}`);
      consumers.set(name, { name, partitions, work, isKnown: false });
      wake();
      return () => remove([name]);
    },

    /** Gives everything up. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await remove([...consumers.keys()]).catch((error: unknown) =>
        log.warn({ err: error }, 'partitions could not be released; their leases will expire'),
      );
    },
  };
}

/** See {@link partitionHolding}. */
export type PartitionHolding = ReturnType<typeof partitionHolding>;
