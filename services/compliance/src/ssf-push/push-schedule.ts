import { withJitter, withRetryAfter } from '@platform/kit/async';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays before the second and further attempts; hourly after that. */
const pauses = [second, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const;

/** Returns the delay after `failures` failed attempts, in milliseconds; longer if the receiver requests it. */
export const pauseAfter = (
  attempts: number,
  askedMs: number | null,
  random: () => number,
): number => withRetryAfter(withJitter(pauses[attempts - 1] ?? hour, random), askedMs);
