import type { Vendors } from '../siem/senders/sender.ts';

/** Overrides for tests: time, randomness, and durations. */
export interface OutboundOptions {
  clock?: () => number;
  random?: () => number;
  leaseMs?: number;
  shutdownMs?: number;
  tickMs?: number;
  pageSize?: number;
  /** Stand-ins for vendors with fixed addresses. */
  vendors?: Partial<Vendors>;
}

/** The sources of time and randomness. */
export interface Chance {
  clock: () => number;
  random: () => number;
}

/** Returns the process's sources, unless a test overrides them. */
export const chanceOf = ({ clock, random }: OutboundOptions): Chance => ({
  clock: clock ?? Date.now,
  random: random ?? Math.random,
});
