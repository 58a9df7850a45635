import { slowMs } from '../lanes/lane-health.ts';

/** How a lane stands when it asks for a slot: after a quick success, without a past, or failing or slow. */
export type Standing = 'new' | 'good' | 'poor';

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

interface Taken {
  tenantId: string;
  standing: Standing;
  since: number | undefined;
}

/**
 * The slots of one pod. At most a quarter goes to lanes that are failing or slow (an attempt under way for 5 s counts at
 * once), and a quarter is kept for lanes whose last attempt succeeded.
 */
export function slots({ maxInFlight, maxInFlightPerTenant }: SlotLimits, clock: () => number) {
  const quarter = Math.max(1, Math.floor(maxInFlight / 4));
  const taken = new Set<Taken>();
  const ofTenant = new Map<string, number>();
  // Of one pod with a single slot nothing can be kept.
  const open = Math.max(1, maxInFlight - quarter);

  function counts(): { poor: number; notGood: number } {
    const slowBefore = clock() - slowMs;
    let poor = 0;
    let notGood = 0;
    for (const { standing, since } of taken) {
      const isPoor = standing === 'poor' || (since !== undefined && since <= slowBefore);
      if (isPoor) poor += 1;
      if (isPoor || standing === 'new') notGood += 1;
    }
    return { poor, notGood };
  }

  /** Slots that lanes of this standing could have now. */
  function free(standing: Standing): number {
    const total = maxInFlight - taken.size;
    if (standing === 'good' || total <= 0) return Math.max(0, total);
    const { poor, notGood } = counts();
    return Math.max(
      0,
      Math.min(total, open - notGood, standing === 'poor' ? quarter - poor : total),
    );
  }

  return {
    free,
    used: (): number => taken.size,
    /** Tenants that have all that a tenant may have. */
    fullTenants: (): string[] =>
      [...ofTenant].filter(([, n]) => n >= maxInFlightPerTenant).map(([tenantId]) => tenantId),
    take(tenantId: string, standing: Standing): Slot | undefined {
      const own = ofTenant.get(tenantId) ?? 0;
      if (own >= maxInFlightPerTenant || free(standing) === 0) return undefined;
      const slot: Taken = { tenantId, standing, since: undefined };
      taken.add(slot);
      ofTenant.set(tenantId, own + 1);
      return {
        begin: () => void (slot.since = clock()),
        release() {
          if (!taken.delete(slot)) return;
          const left = (ofTenant.get(tenantId) ?? 1) - 1;
          if (left === 0) ofTenant.delete(tenantId);
          else ofTenant.set(tenantId, left);
        },
      };
    },
  };
}

/** See {@link slots}. */
export type Slots = ReturnType<typeof slots>;
