import { setMaxListeners } from 'node:events';
import type { Database } from '../database/database.ts';
import { heldLeases, leaseLost } from '../leases/leases.ts';
import type { GivenBack } from '../leases/leases.ts';
import type { Logger } from '../log/log.ts';
import { backoff } from '../retry/retry.ts';
import { serialLoop } from '../serial-loop/serial-loop.ts';
import { every } from '../service/workers.ts';
import type { Worker } from '../service/workers.ts';
import type { Destinations, HeldDestination } from './destinations.ts';
import { priorityClasses } from './priority-class.ts';
import { sharedSlots } from './slots.ts';
import type { SharedSlots, Slot, SlotLimits } from './slots.ts';

/** A turn of a destination: what it may use, and how long it may go on. */
export interface DeliveryTurn {
  /** Aborts when the lease is lost, with `leaseLost`, or when the time of a shutdown is over. */
  signal: AbortSignal;
  /** Aborts when the process stops: the turn ends soon, with what it has under way. */
  closing: AbortSignal;
  /** The first slot of the destination. The turn releases it. */
  slot: Slot;
  /** For further slots. */
  slots: SharedSlots;
  /** Whether the turn may begin something more. */
  mayGoOn: () => boolean;
}

/** Options of {@link deliveryWorker}. Times in milliseconds. */
export interface DeliveryWorkerOptions {
  /** The plural noun of log lines. */
  name: string;
  db: Pick<Database, 'work' | 'renew'>;
  destinations: Destinations;
  /**
   * Works a destination until it has nothing to do, which it stores itself, with the end of the lease. Resolves with `due` when it is due
   * again. One that rejects is released, and claimed again after a pause.
   */
  turn: (held: HeldDestination, turn: DeliveryTurn) => Promise<'due' | void>;
  limits: SlotLimits;
  /** Whether a turn may go on after so long; `isContended`: other destinations wait for slots. */
  mayStay: (held: HeldDestination, ms: number, isContended: boolean) => boolean;
  /** Epoch milliseconds, for what is due. Default: the time of the database. */
  clock?: (() => number) | undefined;
  log: Logger;
  onSlotsUsed?: (count: number) => void;
  tickMs: number;
  leaseMs: number;
  /** How long turns have for ending by themselves when the process stops. */
  shutdownMs: number;
}

/** See {@link deliveryWorker}. */
export interface DeliveryWorker extends Worker {
  /** Something became due. */
  wake(): void;
}

/** Destinations that are claimed at a time, of each class. */
const maxClaim = 64;
/** Slots that are given back within a moment are followed by one claim. */
const soonMs = 10;
/** How long turns have for ending after they were aborted. */
const abortMs = 2_000;
const brokenPauseMs = 1_000;

/** The destinations of turns that broke off, until their leases are ended. */
function givingBack({ db, destinations, leaseMs }: DeliveryWorkerOptions) {
  const waiting: GivenBack<HeldDestination>[] = [];
  /** How often in a row the turns of a destination have failed. */
  const failures = new Map<string, number>();
  return {
    ended: ({ destinationId }: HeldDestination): void => void failures.delete(destinationId),
    broken(held: HeldDestination): void {
      const count = (failures.get(held.destinationId) ?? 0) + 1;
      failures.set(held.destinationId, count);
      const pauseMs = backoff({ firstMs: brokenPauseMs, maxMs: leaseMs }, count);
      waiting.push({ held, pauseMs });
    },
    // A pause keeps an end of the lease in the row, so that the next holder sees that it was abandoned.
    aborted: (held: HeldDestination): void => void waiting.push({ held, pauseMs: 1 }),
    unstarted: (held: HeldDestination): void =>
      void waiting.push({ held, pauseMs: held.wasAbandoned ? 1 : 0 }),
    async release(): Promise<void> {
      const given = waiting.splice(0);
      if (given.length === 0) return;
      try {
        await db.work((tx) => destinations.release(tx, given));
      } catch (error) {
        waiting.push(...given);
        throw error;
      }
    },
  };
}

/**
 * Works due destinations side by side, each by one pod at a time: a destination that hangs or fails costs its own slots and no other
 * destination's time. What is sent, in which order, and what a failure means are matters of `turn`.
 */
export function deliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { name, db, destinations, turn, limits, mayStay, clock, log } = options;
  const { onSlotsUsed, tickMs, leaseMs, shutdownMs } = options;
  const closing = new AbortController();
  // Each turn may listen to it.
  setMaxListeners(0, closing.signal);
  const unfinished = givingBack(options);
  let isContended = false;
  let soon: NodeJS.Timeout | undefined;

  const held = heldLeases<HeldDestination>({
    renew: (asked) => db.renew((tx) => destinations.renew(tx, asked, leaseMs)),
    leaseMsOf: () => leaseMs,
  });
  const slots = sharedSlots(limits, clock ?? Date.now, () => {
    onSlotsUsed?.(slots.used());
    if (isContended) wakeSoon();
  });

  function wakeSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined;
      loop.wake();
    }, soonMs);
  }

  async function run(one: HeldDestination, slot: Slot, signal: AbortSignal): Promise<void> {
    const begunAt = performance.now();
    const mayGoOn = (): boolean =>
      !closing.signal.aborted && mayStay(one, performance.now() - begunAt, isContended);
    try {
      const end = await turn(one, { signal, closing: closing.signal, slot, slots, mayGoOn });
      signal.throwIfAborted();
      unfinished.ended(one);
      if (end === 'due') wakeSoon();
    } catch (error) {
      if (signal.reason === leaseLost) return;
      if (signal.aborted) return unfinished.aborted(one);
      log.error({ err: error, destinationId: one.destinationId }, `a turn of ${name} failed`);
      unfinished.broken(one);
      wakeSoon();
    }
  }

  /** Starts destinations that have a slot, the best class first; returns the others. */
  const start = (claimed: readonly HeldDestination[]): HeldDestination[] =>
    claimed
      .toSorted(
        (a, b) =>
          priorityClasses.indexOf(a.priorityClass) - priorityClasses.indexOf(b.priorityClass),
      )
      .filter((one) => {
        const slot = closing.signal.aborted ? undefined : slots.take(one);
        if (slot) held.begin(one, (signal) => run(one, slot, signal));
        return !slot;
      });

  async function claim(): Promise<void> {
    const wanted = priorityClasses
      .map((priorityClass) => ({
        priorityClass,
        limit: Math.min(maxClaim, slots.free(priorityClass)),
      }))
      .filter(({ limit }) => limit > 0);
    const full = slots.fullTenants();
    isContended = wanted.length < priorityClasses.length || full.length > 0;
    if (wanted.length === 0) return;
    const now = clock?.();
    const claimed = await db.work((tx) => destinations.claim(tx, { wanted, full, now, leaseMs }));
    const waiting = start(claimed);
    for (const one of waiting) unfinished.unstarted(one);
    const hasMore = wanted.some(
      ({ priorityClass, limit }) =>
        claimed.filter((one) => one.priorityClass === priorityClass).length === limit,
    );
    if (waiting.length > 0 || hasMore) isContended = true;
    if (hasMore) loop.wake();
  }

  const loop = serialLoop(async () => {
    try {
      await unfinished.release();
      if (!closing.signal.aborted) await claim();
      await unfinished.release();
    } catch (error) {
      log.warn({ err: error }, `due ${name} could not be claimed`);
    }
    onSlotsUsed?.(slots.used());
  });
  const renewals = every(leaseMs / 3, `leases of ${name}`, log, held.renew);
  let tick: NodeJS.Timeout | undefined;

  return {
    wake: loop.wake,
    start() {
      tick = setInterval(loop.wake, tickMs);
      renewals.start();
      loop.wake();
    },
    async stop() {
      closing.abort();
      clearInterval(tick);
      clearTimeout(soon);
      await loop.stop();
      await held.close('shutdown', { graceMs: shutdownMs, abortMs });
      await renewals.stop();
      await unfinished
        .release()
        .catch((error: unknown) => log.warn({ err: error }, `${name} could not be released`));
    },
  };
}
