import { slowMs } from '../lanes/lane-health.ts';
import type { PriorityClass } from '../lanes/lane-health.ts';
import { leftOfPod, leftOfTenant } from './slot-budget.ts';
import type { SlotUsage } from './slot-budget.ts';

/** Room for one attempt. */
export interface Slot {
  /** The request goes out now; from then on time counts. */
  begin(): void;
  release(): void;
}

/** The limits of one pod. */
export interface SlotLimits {
  maxInFlight: number;
  maxInFlightPerTenant: number;
}

/** Who asks for a slot. */
export interface SlotOwner {
  tenantId: string;
  destinationId: string;
  priorityClass: PriorityClass;
}

interface Taken extends SlotOwner {
  since: number | undefined;
}

const classes: readonly PriorityClass[] = ['good', 'new', 'poor'];

function usageOf(taken: readonly Taken[], now: number): SlotUsage {
  const isOverdue = ({ since }: Taken): boolean => since !== undefined && since <= now - slowMs;
  const slow = taken.filter((slot) => slot.priorityClass === 'poor' || isOverdue(slot)).length;
  const fresh = taken.filter((slot) => slot.priorityClass === 'new' && !isOverdue(slot)).length;
  return {
    total: taken.length,
    overdue: taken.filter(isOverdue).length,
    slow,
    unproven: slow + fresh,
    extra: taken.length - new Set(taken.map((slot) => slot.destinationId)).size,
  };
}

/** The slots of one pod: an attempt needs one that both the pod and its tenant have left. */
export function sharedSlots(
  { maxInFlight, maxInFlightPerTenant }: SlotLimits,
  clock: () => number,
) {
  const taken = new Set<Taken>();
  const takenBy = (tenantId: string): Taken[] =>
    [...taken].filter((slot) => slot.tenantId === tenantId);

  /** Lanes of this class that the pod could start now. */
  const free = (priorityClass: PriorityClass): number =>
    leftOfPod(maxInFlight, usageOf([...taken], clock()), { priorityClass, isFirst: true });

  function mayTake({ tenantId, destinationId, priorityClass }: SlotOwner): boolean {
    const now = clock();
    const ofTenant = takenBy(tenantId);
    const wish = {
      priorityClass,
      isFirst: ofTenant.every((s) => s.destinationId !== destinationId),
    };
    return (
      leftOfPod(maxInFlight, usageOf([...taken], now), wish) > 0 &&
      leftOfTenant(maxInFlightPerTenant, usageOf(ofTenant, now), wish) > 0
    );
  }

  return {
    free,
    used: (): number => taken.size,

    /** Tenants that can start no further lane of a class. */
    fullTenants(): { tenantId: string; priorityClass: PriorityClass }[] {
      const now = clock();
      return [...new Set([...taken].map((slot) => slot.tenantId))].flatMap((tenantId) => {
        const usage = usageOf(takenBy(tenantId), now);
        return classes
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
          taken.delete(slot);
        },
      };
    },
  };
}

/** See {@link sharedSlots}. */
export type SharedSlots = ReturnType<typeof sharedSlots>;
