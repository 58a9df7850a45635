import type { Database } from '@platform/kit/database';
import type { PriorityClass } from '@platform/kit/delivery';
import { claimLanes, freeLanes } from '../lanes/lane-leases.ts';
import type { HeldLane } from '../lanes/lane-leases.ts';
import type { HeldLanes } from './held-lanes.ts';
import type { SharedSlots } from '@platform/kit/delivery';

/** What {@link claimDueLanes} needs. */
export interface ClaimDeps {
  db: Pick<Database, 'work'>;
  slots: SharedSlots;
  held: HeldLanes;
  clock: () => number;
  leaseMs: number;
  isStopping: () => boolean;
}

/** In this order lanes get slots. */
const classes: readonly PriorityClass[] = ['good', 'new', 'poor'];
/** Lanes taken at once. */
const maxClaim = 64;

/** Starts lanes that have a slot; answers those that have none. */
function start(lanes: readonly HeldLane[], { slots, held, isStopping }: ClaimDeps): HeldLane[] {
  const ranked = lanes.toSorted(
    (a, b) => classes.indexOf(a.priorityClass) - classes.indexOf(b.priorityClass),
  );
  return ranked.filter((lane) => {
    const slot = isStopping() ? undefined : slots.take({ ...lane, destinationId: lane.endpointId });
    if (slot) held.add(lane, slot);
    return !slot;
  });
}

/** Takes due lanes as far as there are slots, and starts them. Answers whether more may wait: for slots, or for another look. */
export async function claimDueLanes(
  deps: ClaimDeps,
): Promise<{ isContended: boolean; hasMore: boolean }> {
  const { db, slots, clock, leaseMs } = deps;
  const wanted = classes
    .map((priorityClass) => ({
      priorityClass,
      limit: Math.min(maxClaim, slots.free(priorityClass)),
    }))
    .filter(({ limit }) => limit > 0);
  const full = slots.fullTenants();
  const isShort = wanted.length < classes.length || full.length > 0;
  if (wanted.length === 0) return { isContended: true, hasMore: false };
  const lanes = await db.work((tx) => claimLanes(tx, { wanted, full, now: clock(), leaseMs }));
  const waiting = start(lanes, deps);
  // What was abandoned must stay visible as such: its lease runs out again.
  const freed = waiting.filter((lane) => !lane.wasAbandoned);
  if (freed.length > 0) await db.work((tx) => freeLanes(tx, freed));
  const hasMore = wanted.some(
    ({ priorityClass, limit }) =>
      lanes.filter((lane) => lane.priorityClass === priorityClass).length === limit,
  );
  return { isContended: isShort || waiting.length > 0 || hasMore, hasMore };
}
