import { countIn } from './counter.ts';
import type { Counter } from './counter.ts';
import type { RateCheck } from './rate-verdict.ts';

/** What is counted under one key. */
export interface RateEntry {
  own: Counter;
  /** What the other pods have heard of `own`. */
  published: Counter;
  peers: Map<string, Counter>;
  limit: number;
}

/** Length of a window. */
export const windowSeconds = 60;
const publishShare = 0.1;

/** A counter that has not counted. */
export const newCounter = (): Counter => ({ window: 0, current: 0, previous: 0 });

/** An entry that has not counted. */
export const newRateEntry = (): RateEntry => ({
  own: newCounter(),
  published: newCounter(),
  peers: new Map(),
  limit: 0,
});

/** The key that a check counts under. */
export const rateId = ({ name, key }: RateCheck): string => `${name} ${key}`;

/** Number of the aligned window at a time. */
export const windowOf = (seconds: number): number => Math.floor(seconds / windowSeconds);

/** Requests in the sliding window that ends now, those of other pods included. */
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

/** Seconds until the estimate is below the limit again, if nothing is counted until then. */
export const secondsUntilFree = (entry: RateEntry, limit: number, seconds: number): number => {
  let wait = 1;
  while (wait < 2 * windowSeconds && estimate(entry, seconds + wait) >= limit) wait += 1;
  return wait;
};

/** Counts of both windows that peers have not heard, above a tenth of the limit: below it they decide nothing. */
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
