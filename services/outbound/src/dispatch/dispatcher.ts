import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import type { Metrics } from '@platform/kit/metrics';
import type { Worker } from '@platform/kit/service';
import { runLane } from './lane-runner.ts';
import type { LaneRunner, RunnerDeps } from './lane-runner.ts';
import { claimLanes, freeLane, renewLanes } from '../lanes/lane-store.ts';
import type { HeldLane } from '../lanes/lane-store.ts';
import { slots as podSlots } from './slots.ts';
import type { SlotLimits, Standing } from './slots.ts';

/** What {@link dispatcher} needs. */
export interface DispatcherOptions extends Omit<
  RunnerDeps,
  'db' | 'slots' | 'isContended' | 'onClaimed'
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

const standings: readonly Standing[] = ['good', 'new', 'poor'];
/** Lanes taken at once. */
const maxClaim = 64;

/** Takes due lanes, works each side by side within the pod's slots, and renews their leases. */
export function dispatcher({
  tickMs = 250,
  leaseMs = 60_000,
  shutdownMs = 20_000,
  limits,
  metrics,
  ...options
}: DispatcherOptions) {
  const { db, clock, log } = options;
  const lanes = new Map<string, LaneRunner>();
  const slots = podSlots(limits, clock);
  const waits = metrics.histogram(
    'platform_webhook_lane_wait_seconds',
    'From the time a delivery was due to its attempt.',
  );
  const used = metrics.gauge(
    'platform_webhook_slots_used',
    "Attempts under way, of the pod's slots.",
  );
  let isContended = false;
  let tick: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let claiming: Promise<void> | undefined;
  let again = false;
  let isStopping = false;

  const runnerDeps: RunnerDeps = {
    ...options,
    slots,
    isContended: () => isContended,
    onClaimed: (ms) => waits.observe(Math.max(0, ms) / 1000),
  };
  const keyOf = ({ tenantId, endpointId }: { tenantId: string; endpointId: string }): string =>
    `${tenantId} ${endpointId}`;

  async function begin(lane: HeldLane): Promise<void> {
    const slot = slots.take(lane.tenantId, lane.standing);
    if (!slot || isStopping) {
      slot?.release();
      isContended = true;
      // What was abandoned must stay visible as such: its lease runs out again.
      if (!lane.wasAbandoned) await db.work((tx) => freeLane(tx, lane));
      return;
    }
    const key = keyOf(lane);
    lanes.get(key)?.lose();
    const runner = runLane(runnerDeps, lane, slot, () => {
      if (lanes.get(key) === runner) lanes.delete(key);
      used.set(slots.used());
      if (isContended) wake();
    });
    lanes.set(key, runner);
  }

  async function claim(): Promise<void> {
    const wanted = standings
      .map((standing) => ({ standing, limit: Math.min(maxClaim, slots.free(standing)) }))
      .filter((w) => w.limit > 0);
    isContended = wanted.length < standings.length;
    if (wanted.length === 0) return;
    const claimed = await db.work((tx) =>
      claimLanes(tx, { wanted, fullTenants: slots.fullTenants(), now: clock(), leaseMs }),
    );
    if (
      wanted.some(
        ({ standing, limit }) => claimed.filter((l) => l.standing === standing).length === limit,
      )
    )
      isContended = again = true;
    for (const lane of claimed) await begin(lane);
    used.set(slots.used());
  }

  function wake(): void {
    again = true;
    if (isStopping) return;
    claiming ??= (async () => {
      while (again && !isStopping) {
        again = false;
        await claim().catch((error: unknown) =>
          log.warn({ err: error }, 'lanes could not be claimed'),
        );
      }
    })().finally(() => {
      claiming = undefined;
      if (again && !isStopping) wake();
    });
  }

  function wakeHeld(tenantId: string): void {
    for (const runner of lanes.values()) if (runner.lane.tenantId === tenantId) runner.wake();
  }

  async function renew(): Promise<void> {
    const held = [...lanes.values()];
    if (held.length === 0) return;
    const still = await db.work((tx) =>
      renewLanes(
        tx,
        held.map((r) => r.lane),
        leaseMs,
      ),
    );
    for (const runner of held)
      if (!still.has(runner.lane.endpointId) && lanes.get(keyOf(runner.lane)) === runner)
        runner.lose();
  }

  const worker: Worker = {
    start() {
      tick = setInterval(wake, tickMs);
      renewal = setInterval(
        () =>
          void renew().catch((error: unknown) =>
            log.warn({ err: error }, 'leases of lanes could not be renewed'),
          ),
        leaseMs / 3,
      );
      wake();
    },
    async stop() {
      isStopping = true;
      clearInterval(tick);
      await claiming;
      const open = [...lanes.values()];
      const given = Promise.all(open.map((runner) => runner.stop()));
      let timer: NodeJS.Timeout | undefined;
      const late = (ms: number): Promise<void> =>
        new Promise((resolve) => (timer = setTimeout(resolve, ms)));
      await Promise.race([given, late(shutdownMs)]);
      clearTimeout(timer);
      for (const runner of open) runner.abort();
      await Promise.race([given, late(2_000)]);
      clearTimeout(timer);
      clearInterval(renewal);
    },
  };

  return {
    ...worker,
    /** Something became due; lanes of this tenant that are held here look at once. */
    wake(tenantId?: string): void {
      if (tenantId !== undefined) wakeHeld(tenantId);
      wake();
    },
    /** Another pod told of something: only what is held here is its business. */
    wakeHeld,
    /** How many lanes are held, how many slots used. */
    usage: () => ({ lanes: lanes.size, slots: slots.used() }),
  };
}

/** See {@link dispatcher}. */
export type Dispatcher = ReturnType<typeof dispatcher>;
