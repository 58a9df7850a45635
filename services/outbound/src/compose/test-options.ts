import type { Vendors } from '../siem/senders/sender.ts';

/** What a test holds: time, chance, and how long things take. */
export interface OutboundOptions {
  clock?: () => number;
  random?: () => number;
  leaseMs?: number;
  shutdownMs?: number;
  tickMs?: number;
  pageSize?: number;
  /** Stand-ins of vendors whose addresses are fixed. */
  vendors?: Partial<Vendors>;
}

/** Time and chance, as the process has them or as a test holds them. */
export interface Chance {
  clock: () => number;
  random: () => number;
}

/** The process's own where a test holds none. */
export const chanceOf = ({ clock, random }: OutboundOptions): Chance => ({
  clock: clock ?? Date.now,
  random: random ?? Math.random,
});
