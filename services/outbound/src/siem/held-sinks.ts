import type { Logger } from '@platform/kit/telemetry';
import type { Slot } from '../slots/slots.ts';
import type { GivenBack, HeldSink } from './sink-lease-store.ts';
import type { SinkTurn } from './sink-turn.ts';

/** What {@link heldSinks} needs. */
export interface HeldSinksOptions {
  turn: SinkTurn;
  log: Logger;
  leaseMs: number;
  /** A turn has ended. */
  onEnd: () => void;
}

interface Running {
  held: HeldSink;
  stop: AbortController;
  renewedAt: number;
  ended: Promise<void>;
}

/** How long a pod stays with one sink while others wait. */
const turnMs = 30_000;
const firstPauseMs = 1_000;

/** The sinks that a pod works, each in a turn of its own. */
export function heldSinks({ turn, log, leaseMs, onEnd }: HeldSinksOptions) {
  const running = new Set<Running>();
  const unfinished: GivenBack[] = [];
  /** How often in a row the turns of a sink have broken off. */
  const breaks = new Map<string, number>();
  let isClosing = false;

  /** A turn that broke off must give its sink back, or nobody works it until the lease runs out. */
  function brokeOff(held: HeldSink, signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return void unfinished.push({ held, pauseMs: 0 });
    const count = (breaks.get(held.sinkId) ?? 0) + 1;
    breaks.set(held.sinkId, count);
    log.error({ err: error, sinkId: held.sinkId }, 'a turn of a sink failed');
    unfinished.push({ held, pauseMs: Math.min(leaseMs, firstPauseMs * 2 ** (count - 1)) });
  }

  async function run({ held, stop: { signal } }: Running, slot: Slot): Promise<void> {
    const endsAt = performance.now() + turnMs;
    // A sink that was failing or slow gives its place back after each batch.
    const mayGoOn = (): boolean =>
      !isClosing && held.priorityClass !== 'poor' && performance.now() < endsAt;
    try {
      await turn(held, { signal, slot, mayGoOn });
      signal.throwIfAborted();
      breaks.delete(held.sinkId);
    } catch (error) {
      brokeOff(held, signal, error);
    }
  }

  const list = (): HeldSink[] => [...running].map(({ held }) => held);

  return {
    list,

    /** Works a sink that was claimed. */
    add(held: HeldSink, slot: Slot): void {
      const one: Running = {
        held,
        stop: new AbortController(),
        renewedAt: performance.now(),
        ended: Promise.resolve(),
      };
      running.add(one);
      one.ended = run(one, slot).finally(() => {
        slot.release();
        running.delete(one);
        onEnd();
      });
    },

    /** Of those whose lease was to be renewed at this time, others than these are lost. */
    renewed(asked: readonly HeldSink[], kept: ReadonlySet<HeldSink>, askedAt: number): void {
      for (const one of running) {
        if (kept.has(one.held)) one.renewedAt = askedAt;
        else if (asked.includes(one.held)) one.stop.abort();
      }
    },

    /** Aborts turns whose lease has run out unrenewed: another pod may have their sinks. */
    abortLapsed(): void {
      const now = performance.now();
      for (const { renewedAt, stop } of running) if (now - renewedAt > leaseMs) stop.abort();
    },

    /** Sinks whose turns broke off, to be given back; they are handed out once. */
    takeUnfinished: (): GivenBack[] => unfinished.splice(0),
    giveBack: (given: readonly GivenBack[]): void => void unfinished.push(...given),

    /** Lets batches under way end, aborts them after so long, and resolves when no turn runs any more. */
    async close(shutdownMs: number): Promise<void> {
      isClosing = true;
      const limit = setTimeout(() => {
        for (const { stop } of running) stop.abort();
      }, shutdownMs);
      await Promise.all([...running].map(({ ended }) => ended));
      clearTimeout(limit);
    },
  };
}

/** See {@link heldSinks}. */
export type HeldSinks = ReturnType<typeof heldSinks>;
