import type { HeldLane } from '../lanes/lane-leases.ts';
import { runLane } from './lane-runner.ts';
import type { LaneRunner, RunnerDeps } from './lane-runner.ts';
import type { Slot } from '@platform/kit/delivery';

const keyOf = ({ tenantId, endpointId }: HeldLane): string => `${tenantId} ${endpointId}`;

/** Resolves after so long, or when `work` is done. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** How long aborted attempts are given to end. */
const abortMs = 2_000;

/** The lanes that this pod holds, each with its runner. */
export function heldLanes(deps: RunnerDeps, onEnd: () => void) {
  const runners = new Map<string, LaneRunner>();
  const isCurrent = (runner: LaneRunner): boolean => runners.get(keyOf(runner.lane)) === runner;

  return {
    count: (): number => runners.size,
    lanes: (): HeldLane[] => [...runners.values()].map((runner) => runner.lane),

    /** Works a lane that was claimed; a lane that was held before has a new lease now. */
    add(lane: HeldLane, slot: Slot): void {
      const key = keyOf(lane);
      runners.get(key)?.lose();
      const runner = runLane(deps, lane, slot, () => {
        if (isCurrent(runner)) runners.delete(key);
        onEnd();
      });
      runners.set(key, runner);
    },

    /** Lanes of a tenant look at once. */
    wake(tenantId: string): void {
      for (const runner of runners.values()) if (runner.lane.tenantId === tenantId) runner.wake();
    },

    /** Of those that were held, others than these have lost their lease. */
    keepOnly(held: readonly HeldLane[], stillHeld: ReadonlySet<string>): void {
      for (const lane of held) {
        const runner = runners.get(keyOf(lane));
        if (runner?.lane === lane && !stillHeld.has(lane.endpointId)) runner.lose();
      }
    },

    /** Gives all lanes back; attempts under way get so long to end, then they are aborted. */
    async stop(shutdownMs: number): Promise<void> {
      const open = [...runners.values()];
      const released = Promise.all(open.map((runner) => runner.stop()));
      await within(shutdownMs, released);
      for (const runner of open) runner.abort();
      await within(abortMs, released);
    },
  };
}

/** See {@link heldLanes}. */
export type HeldLanes = ReturnType<typeof heldLanes>;
