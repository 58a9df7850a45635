import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import type { Worker } from '@platform/kit/service';
import { renewLanes } from '../lanes/lane-leases.ts';
import { heldLanes } from './held-lanes.ts';
import type { HeldLanes } from './held-lanes.ts';
import { claimDueLanes } from './lane-claims.ts';
import type { RunnerDeps } from './lane-runner.ts';
import { serialLoop } from '@platform/kit/async';
import { sharedSlots } from '../slots/slots.ts';
import type { SlotLimits } from '../slots/slots.ts';

/** What {@link dispatcher} needs. */
export interface DispatcherOptions extends Omit<
  RunnerDeps,
  'db' | 'slots' | 'isContended' | 'onClaimed' | 'onSlotFreed'
> {
  db: Pick<Database, 'transact' | 'work'>;
  limits: SlotLimits;
  metrics: Metrics;
  log: Logger;
  tickMs?: number;
  leaseMs?: number;
  /** How long attempts under way are given at the end. */
  shutdownMs?: number;
}

/** Renews the leases of the lanes that are held; runners whose lease is lost write nothing more. */
async function renewLeases(
  db: DispatcherOptions['db'],
  held: HeldLanes,
  leaseMs: number,
): Promise<void> {
  const lanes = held.lanes();
  if (lanes.length === 0) return;
  held.keepOnly(lanes, await db.work((tx) => renewLanes(tx, lanes, leaseMs)));
}

const soonMs = 10;

const metersOf = (metrics: Metrics) => ({
  waits: metrics.histogram('platform_webhook_lane_wait_seconds'),
  used: metrics.gauge('platform_webhook_slots_used'),
});

/** Takes due lanes, works each side by side within the pod's slots, and renews their leases. */
export function dispatcher(options: DispatcherOptions) {
  const { db, clock, log, limits, metrics } = options;
  const { tickMs = 250, leaseMs = 60_000, shutdownMs = 20_000 } = options;
  const { waits, used } = metersOf(metrics);
  const slots = sharedSlots(limits, clock);
  let isContended = false;
  let isStopping = false;
  let timers: NodeJS.Timeout[] = [];
  let soon: NodeJS.Timeout | undefined;

  /** Lanes that wait for slots look once for all slots that come free within a moment. */
  const wakeWaiting = (): void => {
    used.set(slots.used());
    if (!isContended || soon) return;
    soon = setTimeout(() => {
      soon = undefined;
      loop.wake();
    }, soonMs);
  };
  const held = heldLanes(
    {
      ...options,
      slots,
      isContended: () => isContended,
      onClaimed: (ms) => waits.observe(Math.max(0, ms) / 1000),
      onSlotFreed: wakeWaiting,
    },
    wakeWaiting,
  );
  const claims = { db, slots, held, clock, leaseMs, isStopping: () => isStopping };
  const loop = serialLoop(async () => {
    try {
      const { isContended: isShort, hasMore } = await claimDueLanes(claims);
      isContended = isShort;
      used.set(slots.used());
      if (hasMore) loop.wake();
    } catch (error) {
      log.warn({ err: error }, 'lanes could not be claimed');
    }
  });
  const renew = (): void =>
    void renewLeases(db, held, leaseMs).catch((error: unknown) =>
      log.warn({ err: error }, 'leases of lanes could not be renewed'),
    );

  const worker: Worker = {
    start() {
      timers = [setInterval(loop.wake, tickMs), setInterval(renew, leaseMs / 3)];
      loop.wake();
    },
    async stop() {
      const [tick, renewal] = timers;
      isStopping = true;
      clearInterval(tick);
      clearTimeout(soon);
      await loop.stop();
      await held.stop(shutdownMs);
      clearInterval(renewal);
    },
  };

  return {
    ...worker,
    /** Something became due; lanes of this tenant that are held here look at once. */
    wake(tenantId: string): void {
      held.wake(tenantId);
      loop.wake();
    },
    /** Another pod announced new deliveries: only the lanes held here look for them. */
    wakeHeld: held.wake,
    /** How many lanes are held, how many slots used. */
    usage: () => ({ lanes: held.count(), slots: slots.used() }),
  };
}

/** See {@link dispatcher}. */
export type Dispatcher = ReturnType<typeof dispatcher>;
