import { setMaxListeners } from 'node:events';
import type { Database } from '../database/database.ts';
import { heldLeases, leaseLost } from '../leases/leases.ts';
import type { HeldLeases } from '../leases/leases.ts';
import type { Logger } from '../telemetry/log.ts';
import { serialLoop } from '../async/serial-loop.ts';
import { every } from '../service/workers.ts';
import type { Worker } from '../service/workers.ts';
import { maxClaim } from './destinations.ts';
import type { Destinations, HeldDestination } from './destinations.ts';
import { priorityClasses } from './priority-class.ts';
import { sharedSlots } from './slots.ts';
import type { SharedSlots, Slot, SlotLimits } from './slots.ts';
import { unfinishedTurns } from './unfinished-turns.ts';
import type { UnfinishedTurns } from './unfinished-turns.ts';

/** A turn of a destination: its slots and time limits. */
export interface DeliveryTurn {
  /** Aborts with `leaseLost` when the lease is lost, or when the time for a shutdown is over. */
  signal: AbortSignal;
  /** Aborts when the process stops: the turn should finish what is in progress and end. */
  closing: AbortSignal;
  /** The destination's first slot. The turn releases it. */
  slot: Slot;
  /** Acquires further slots. */
  slots: SharedSlots;
  /** Whether the turn may start another attempt. */
  mayGoOn: () => boolean;
}

/** Options of {@link deliveryWorker}. Times in milliseconds. */
export interface DeliveryWorkerOptions {
  /** Plural noun for log lines. */
  name: string;
  db: Pick<Database, 'work' | 'renew'>;
  destinations: Destinations;
  /**
   * Works on a destination until nothing is due, and saves that itself when it ends the lease.
   * Resolves with `due` if the destination is due again. When it rejects, the destination is
   * released and claimed again after a pause.
   */
  turn: (held: HeldDestination, turn: DeliveryTurn) => Promise<'due' | void>;
  limits: SlotLimits;
  /**
   * Whether a turn may continue after `ms` milliseconds; `isContended`: other destinations wait for
   * slots.
   */
  mayStay: (held: HeldDestination, ms: number, isContended: boolean) => boolean;
  /** Returns epoch milliseconds, to decide what is due. Default: the database's clock. */
  clock?: (() => number) | undefined;
  log: Logger;
  onSlotsUsed?: (count: number) => void;
  /**
   * How soon the worker checks again for a due destination that it could not claim. With nothing
   * due, it checks 20 times less often.
   */
  tickMs: number;
  leaseMs: number;
  /** How long turns may take to end by themselves when the process stops. */
  shutdownMs: number;
}

/** See {@link deliveryWorker}. */
export interface DeliveryWorker extends Worker {
  /** Call when something has become due. */
  wake(): void;
}

/** Slots released within this time are followed by a single claim. */
const soonMs = 10;
/**
 * With nothing due, the worker checks once per this many ticks, for what another pod should have
 * done and did not.
 */
const idleTicks = 20;
/** The fewest destinations to claim, if there are slots. */
const fewClaimed = 4;
/** How long turns may take to end after they were aborted. */
const abortMs = 2_000;

/** State shared by the parts of a worker. */
interface WorkerContext {
  readonly options: DeliveryWorkerOptions;
  readonly slots: SharedSlots;
  readonly held: HeldLeases<HeldDestination>;
  readonly unfinished: UnfinishedTurns;
  readonly closing: AbortSignal;
  /** Whether destinations wait for slots. */
  isContended: boolean;
  /** Destinations to claim at most: those that get no slot have to be released again. */
  mostClaimed: number;
  /** Milliseconds until the next destination is due; see `Destinations.dueInMs`. */
  dueInMs: number | undefined;
  /** Claims again after this time at the latest. */
  lookWithin: (ms: number) => void;
}

/** Runs one turn and records its outcome. */
async function runTurn(
  context: WorkerContext,
  held: HeldDestination,
  slot: Slot,
  signal: AbortSignal,
): Promise<void> {
  const { options, slots, unfinished, closing } = context;
  const { name, turn, mayStay, log } = options;
  const begunAt = performance.now();
  const mayGoOn = (): boolean =>
    !closing.aborted && mayStay(held, performance.now() - begunAt, context.isContended);
  try {
    const end = await turn(held, { signal, closing, slot, slots, mayGoOn });
    signal.throwIfAborted();
    unfinished.forget(held);
    // The turn itself saves when the destination is due next.
    context.lookWithin(end === 'due' ? soonMs : options.tickMs);
  } catch (error) {
    if (signal.reason === leaseLost) return;
    if (signal.aborted) return unfinished.addAborted(held);
    log.error({ err: error, destinationId: held.destinationId }, `a turn of ${name} failed`);
    unfinished.addFailed(held);
    context.lookWithin(soonMs);
  }
}

/** Starts the destinations that get a slot, the best class first. Returns how many get none. */
function startTurns(context: WorkerContext, claimed: readonly HeldDestination[]): number {
  const { slots, held, unfinished, closing } = context;
  const rank = ({ priorityClass }: HeldDestination): number =>
    priorityClasses.indexOf(priorityClass);
  let waiting = 0;
  for (const one of claimed.toSorted((a, b) => rank(a) - rank(b))) {
    const slot = closing.aborted ? undefined : slots.take(one);
    if (slot) {
      held.begin(one, (signal) => runTurn(context, one, slot, signal));
    } else {
      waiting += 1;
      unfinished.addUnstarted(one);
    }
  }
  return waiting;
}

/**
 * Claims due destinations up to the number of free slots and starts them. Returns whether more may
 * be due.
 */
async function claimDue(context: WorkerContext): Promise<boolean> {
  const { options, slots } = context;
  const { db, destinations, clock, leaseMs } = options;
  const wanted = priorityClasses
    .map((priorityClass) => ({
      priorityClass,
      limit: Math.min(context.mostClaimed, slots.free(priorityClass)),
    }))
    .filter(({ limit }) => limit > 0);
  const full = slots.fullTenants();
  context.isContended = wanted.length < priorityClasses.length || full.length > 0;
  if (wanted.length === 0) return false;
  const claim = { wanted, full, now: clock?.(), leaseMs };
  const [claimed, dueInMs] = await db.work((tx) =>
    Promise.all([destinations.claim(tx, claim), destinations.dueInMs(tx, claim)]),
  );
  context.dueInMs = dueInMs;
  const waiting = startTurns(context, claimed);
  context.mostClaimed =
    waiting > 0
      ? Math.max(fewClaimed, claimed.length - waiting)
      : Math.min(maxClaim, 2 * context.mostClaimed);
  const hasMore = wanted.some(
    ({ priorityClass, limit }) =>
      claimed.filter((one) => one.priorityClass === priorityClass).length === limit,
  );
  context.isContended ||= waiting > 0 || hasMore;
  return hasMore;
}

/** Builds the state shared by the parts of a worker. */
function workerContext(
  options: DeliveryWorkerOptions,
  closing: AbortSignal,
  lookWithin: (ms: number) => void,
): WorkerContext {
  const { db, destinations, limits, clock, leaseMs, onSlotsUsed } = options;
  const slots = sharedSlots(limits, clock ?? Date.now, () => {
    onSlotsUsed?.(slots.used());
    if (context.isContended) lookWithin(soonMs);
  });
  const held = heldLeases<HeldDestination>({
    renew: (asked) => db.renew((tx) => destinations.renew(tx, asked, leaseMs)),
    leaseMsOf: () => leaseMs,
  });
  const unfinished = unfinishedTurns(options);
  const context = {
    options,
    slots,
    held,
    unfinished,
    closing,
    isContended: false,
    mostClaimed: maxClaim,
    dueInMs: undefined,
    lookWithin,
  };
  return context;
}

/** What is due and could not be claimed waits for a tick; what becomes due is claimed at that time. */
function untilNextLook(dueInMs: number | undefined, tickMs: number): number {
  if (dueInMs !== undefined && dueInMs <= 0) return tickMs;
  return Math.min(Math.max(dueInMs ?? Infinity, soonMs), idleTicks * tickMs);
}

/**
 * Works on due destinations concurrently, each in one pod at a time: a destination that hangs or
 * fails uses up its own slots and no other destination's time. `turn` decides what is sent, in
 * which order, and what a failure means.
 */
export function deliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { name, log, onSlotsUsed, tickMs, leaseMs, shutdownMs } = options;
  const closing = new AbortController();
  // Each turn may add a listener.
  setMaxListeners(0, closing.signal);
  let next: { timer: NodeJS.Timeout; at: number } | undefined;

  /** Claims again after this time, or sooner if an earlier claim is already scheduled. */
  function lookWithin(ms: number): void {
    const at = performance.now() + ms;
    if (closing.signal.aborted || (next && next.at <= at)) return;
    clearTimeout(next?.timer);
    next = { timer: setTimeout(look, ms), at };
  }
  function look(): void {
    clearTimeout(next?.timer);
    next = undefined;
    loop.wake();
  }

  const context = workerContext(options, closing.signal, lookWithin);
  const { slots, held, unfinished } = context;
  const renewals = every(leaseMs / 3, `leases of ${name}`, log, held.renew);
  const loop = serialLoop(async () => {
    try {
      await unfinished.release();
      const hasMore = !closing.signal.aborted && (await claimDue(context));
      await unfinished.release();
      if (hasMore) loop.wake();
    } catch (error) {
      context.dueInMs = tickMs;
      log.warn({ err: error }, `due ${name} could not be claimed`);
    }
    onSlotsUsed?.(slots.used());
    lookWithin(untilNextLook(context.dueInMs, tickMs));
  });

  return {
    wake: look,
    start() {
      renewals.start();
      look();
    },
    async stop() {
      closing.abort();
      clearTimeout(next?.timer);
      await loop.stop();
      await held.close('shutdown', { graceMs: shutdownMs, abortMs });
      await renewals.stop();
      await unfinished
        .release()
        .catch((error: unknown) => log.warn({ err: error }, `${name} could not be released`));
    },
  };
}
