import { countIn } from './counter.ts';
import type { Counter } from './counter.ts';
import type { RateCheck } from './rate-verdict.ts';

/** The counts of one key. */
export interface RateEntry {
  own: Counter;
  /** The part of `own` that other pods have received. */
  published: Counter;
  peers: Map<string, Counter>;
  limit: number;
}

/** Length of a window. */
export const windowSeconds = 60;
const publishShare = 0.1;

/** Returns a counter at zero. */
export const newCounter = (): Counter => ({ window: 0, current: 0, previous: 0 });

/** Returns an entry at zero. */
export const newRateEntry = (): RateEntry => ({
  own: newCounter(),
  published: newCounter(),
  peers: new Map(),
  limit: 0,
});

/** Returns the key that a check counts under. */
export const rateId = ({ name, key }: RateCheck): string => `${name} ${key}`;

/** Returns the number of the aligned window at a time. */
export const windowOf = (seconds: number): number => Math.floor(seconds / windowSeconds);

/** Estimates the requests in the sliding window that ends now, including those of other pods. */
export const estimate = ({ own, peers }: RateEntry, seconds: number): number => {
  const window = windowOf(seconds);
  let current = countIn(own, window);
  let previous = countIn(own, window - 1);
  if (peers.size > 0)
    for (const counter of peers.values()) {
      current += countIn(counter, window);
      previous += countIn(counter, window - 1);
    }
  return current + previous * (1 - (seconds % windowSeconds) / windowSeconds);
};

/**
 * Returns the seconds until the estimate falls below the limit, if nothing is counted until then.
 */
export const secondsUntilFree = (entry: RateEntry, limit: number, seconds: number): number => {
  let wait = 1;
  while (wait < 2 * windowSeconds && estimate(entry, seconds + wait) >= limit) wait += 1;
  return wait;
};

/**
 * Returns the counts of both windows that peers have not received, if they exceed a tenth of the
 * limit: smaller ones decide nothing.
 */
export const unpublished = ({
  own,
  published,
  limit,
}: RateEntry): [window: number, count: number][] =>
  [own.window - 1, own.window]
    .map((window): [number, number] => [window, countIn(own, window)])
    .filter(
      ([window, count]) => count > limit * publishShare && count !== countIn(published, window),
    );
