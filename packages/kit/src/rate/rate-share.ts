import type { Bus } from '../bus/bus.ts';

/**
 * The counts that a pod publishes. They are absolute, so that the next message makes up for a lost
 * one.
 */
export interface RateCounts {
  pod: string;
  /** Key, number of the aligned minute, count within it. */
  counts: [key: string, window: number, count: number][];
}

/** Exchanges counts between the pods of a service. */
export interface RateShare {
  /**
   * While false, published counts are considered lost: after the reconnect, all current counts are
   * published again.
   */
  isConnected(): boolean;
  /** May throw, which is treated like not being connected. */
  publish(counts: RateCounts): void;
  onCounts(listener: (counts: RateCounts) => void): void;
}

/** Shares counts through the hints of a service, `hint.{service}.ratelimit`. */
export const rateShare = (bus: Pick<Bus, 'hint' | 'onHint' | 'isConnected'>): RateShare => ({
  isConnected: () => bus.isConnected(),
  publish: (counts) => bus.hint('ratelimit', counts),
  onCounts: (listener) => bus.onHint('ratelimit', (counts) => listener(counts as RateCounts)),
});
