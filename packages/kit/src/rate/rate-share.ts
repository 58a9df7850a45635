import type { Bus } from '../bus/bus.ts';

/** What one pod tells the others: absolute counts, so that a lost message is healed by the next. */
export interface RateCounts {
  pod: string;
  /** Key, number of the aligned minute, count in it. */
  counts: [key: string, window: number, count: number][];
}

/** The way between the pods of a service. */
export interface RateShare {
  /** Nothing counts as told while it is false: when it is true again, everything that still counts is told anew. */
  isConnected(): boolean;
  /** May throw, which is the same as not being connected. */
  publish(counts: RateCounts): void;
  onCounts(listener: (counts: RateCounts) => void): void;
}

/** Shares over the hints of a service, `hint.{service}.ratelimit`. */
export const rateShare = (bus: Pick<Bus, 'hint' | 'onHint' | 'isConnected'>): RateShare => ({
  isConnected: () => bus.isConnected(),
  publish: (counts) => bus.hint('ratelimit', counts),
  onCounts: (listener) => bus.onHint('ratelimit', (counts) => listener(counts as RateCounts)),
});
