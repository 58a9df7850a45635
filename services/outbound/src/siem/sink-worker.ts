import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { serialLoop } from '@platform/kit/async';
import type { Worker } from '@platform/kit/service';
import type { PriorityClass } from '../lanes/lane-health.ts';
import { sharedSlots } from '../slots/slots.ts';
import type { SlotLimits } from '../slots/slots.ts';
import { heldSinks } from './held-sinks.ts';
import { claimSinks, giveSinksBack, renewSinks } from './sink-lease-store.ts';
import type { SinkTurn } from './sink-turn.ts';

/** What {@link sinkWorker} needs. */
export interface SinkWorkerOptions {
  db: Pick<Database, 'work' | 'renew'>;
  turn: SinkTurn;
  clock: () => number;
  log: Logger;
  limits?: SlotLimits | undefined;
  tickMs?: number | undefined;
  leaseMs?: number | undefined;
  shutdownMs?: number | undefined;
}

/**
 * Sinks that a pod works at once: each holds one batch in memory. A tenant whose sinks hang has twice its share under way, which
 * is more than it may have sinks, so that none of them waits for the time-outs of the others.
 */
const podLimits: SlotLimits = { maxInFlight: 32, maxInFlightPerTenant: 8 };
const classes: readonly PriorityClass[] = ['good', 'new', 'poor'];

/** Works sinks that are due, side by side: a slow one costs its own slot and no other sink's time. */
export function sinkWorker({
  db,
  turn,
  clock,
  log,
  limits = podLimits,
  tickMs = 1_000,
  leaseMs = 20_000,
  shutdownMs = 20_000,
}: SinkWorkerOptions): Worker & { wake(): void } {
  const slots = sharedSlots(limits, clock);
  const held = heldSinks({ turn, log, leaseMs, onEnd: () => loop.wake() });
  let timers: NodeJS.Timeout[] = [];
  let isStopping = false;

  async function giveBack(): Promise<void> {
    const given = held.takeUnfinished();
    if (given.length === 0) return;
    try {
      await db.work((tx) => giveSinksBack(tx, given));
    } catch (error) {
      held.giveBack(given);
      throw error;
    }
  }

  async function claim(): Promise<void> {
    const wanted = classes
      .map((priorityClass) => ({ priorityClass, limit: slots.free(priorityClass) }))
      .filter(({ limit }) => limit > 0);
    if (wanted.length === 0) return;
    const full = slots.fullTenants();
    const found = await db.work((tx) => claimSinks(tx, { wanted, full, now: clock(), leaseMs }));
    for (const sink of found) {
      const slot = isStopping ? undefined : slots.take({ ...sink, destinationId: sink.sinkId });
      if (slot) held.add(sink, slot);
      else held.giveBack([{ held: sink, pauseMs: 0 }]);
    }
  }

  const loop = serialLoop(async () => {
    try {
      await giveBack();
      if (!isStopping) await claim();
      await giveBack();
    } catch (error) {
      log.warn({ err: error }, 'due sinks could not be claimed');
    }
  });

  async function renew(): Promise<void> {
    const asked = held.list();
    const askedAt = performance.now();
    try {
      if (asked.length > 0)
        held.renewed(asked, await db.renew((tx) => renewSinks(tx, asked, leaseMs)), askedAt);
    } catch (error) {
      log.warn({ err: error }, 'leases of sinks could not be renewed');
    } finally {
      held.abortLapsed();
    }
  }

  return {
    wake: loop.wake,
    start() {
      timers = [setInterval(loop.wake, tickMs), setInterval(() => void renew(), leaseMs / 3)];
      loop.wake();
    },
    async stop() {
      const [tick, renewal] = timers;
      isStopping = true;
      clearInterval(tick);
      await loop.stop();
      await held.close(shutdownMs);
      clearInterval(renewal);
      await giveBack().catch((error: unknown) =>
        log.warn({ err: error }, 'sinks could not be released'),
      );
    },
  };
}
