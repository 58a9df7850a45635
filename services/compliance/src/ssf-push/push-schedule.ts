import { withJitter, withRetryAfter } from '@platform/kit/async';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Pauses before the second attempt and those after it; hourly from then on. */
const pauses = [second, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute] as const;

/** How long to wait after so many failed attempts, in milliseconds; longer where the receiver asks for it. */
export const pauseAfter = (
  attempts: number,
  askedMs: number | null,
  random: () => number,
): number => withRetryAfter(withJitter(pauses[attempts - 1] ?? hour, random), askedMs);
