import { priorityClasses, slowMs } from './priority-class.ts';
import type { PriorityClass } from './priority-class.ts';
import { leftOfPod, leftOfTenant } from './slot-budget.ts';
import type { SlotUsage } from './slot-budget.ts';

/** The right to one attempt. */
export interface Slot {
  /** Call when the request is sent: its time counts from then on. */
  begin(): void;
  /** Returns the slot. Has no effect when called again. */
  release(): void;
}

/** The limits of one pod. */
export interface SlotLimits {
  maxInFlight: number;
  maxInFlightPerTenant: number;
}

/** The destination that a slot is for. */
export interface SlotOwner {
  tenantId: string;
  destinationId: string;
  priorityClass: PriorityClass;
}

interface Taken extends SlotOwner {
  since: number | undefined;
}

function usageOf(taken: Iterable<Taken>, now: number): SlotUsage {
  const usage = { total: 0, overdue: 0, slow: 0, unproven: 0 };
  const destinations = new Set<string>();
  for (const { since, priorityClass, destinationId } of taken) {
    const isOverdue = since !== undefined && since <= now - slowMs;
    const isSlow = isOverdue || priorityClass === 'poor';
    usage.total += 1;
    if (isOverdue) usage.overdue += 1;
    if (isSlow) usage.slow += 1;
    if (isSlow || priorityClass === 'new') usage.unproven += 1;
    destinations.add(destinationId);
  }
  return { ...usage, extra: usage.total - destinations.size };
}

/**
 * Creates the slots of one pod. An attempt needs one that both the pod and its tenant have left.
 * @param onFreed called after each release
 */
export function sharedSlots(
  { maxInFlight, maxInFlightPerTenant }: SlotLimits,
  clock: () => number,
  onFreed: () => void = () => undefined,
) {
  const taken = new Set<Taken>();
  const takenBy = (tenantId: string): Taken[] =>
    [...taken].filter((slot) => slot.tenantId === tenantId);

  /** Number of destinations of this class that the pod could start now. */
  const free = (priorityClass: PriorityClass): number =>
    leftOfPod(maxInFlight, usageOf(taken, clock()), { priorityClass, isFirst: true });

  function mayTake({ tenantId, destinationId, priorityClass }: SlotOwner): boolean {
    const now = clock();
    const ofTenant = takenBy(tenantId);
    const wish = {
      priorityClass,
      isFirst: ofTenant.every((s) => s.destinationId !== destinationId),
    };
    return (
      leftOfPod(maxInFlight, usageOf(taken, now), wish) > 0 &&
      leftOfTenant(maxInFlightPerTenant, usageOf(ofTenant, now), wish) > 0
    );
  }

  return {
    free,
    used: (): number => taken.size,

    /** Lists the tenants that cannot start another destination of a class. */
    fullTenants(): { tenantId: string; priorityClass: PriorityClass }[] {
      const now = clock();
      return [...new Set([...taken].map((slot) => slot.tenantId))].flatMap((tenantId) => {
        const usage = usageOf(takenBy(tenantId), now);
        return priorityClasses
          .filter(
            (c) => !leftOfTenant(maxInFlightPerTenant, usage, { priorityClass: c, isFirst: true }),
          )
          .map((priorityClass) => ({ tenantId, priorityClass }));
      });
    },

    take(owner: SlotOwner): Slot | undefined {
      if (!mayTake(owner)) return undefined;
      const slot: Taken = { ...owner, since: undefined };
      taken.add(slot);
      return {
        begin() {
          slot.since = clock();
        },
        release() {
          if (taken.delete(slot)) onFreed();
        },
      };
    },
  };
}

/** See {@link sharedSlots}. */
export type SharedSlots = ReturnType<typeof sharedSlots>;
