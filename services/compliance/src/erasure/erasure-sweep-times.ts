import { nextRun } from '@platform/kit/jobs';

/** When the sweep runs next after a time; null where it is turned off. */
export type NextSweep = (after: Date) => Date | null;

/** Turns the sweep off. */
export const noSweep = '-';

/** Times of the sweep by its cron expression. */
export const sweepTimes =
  (cron: string): NextSweep =>
  (after) =>
    cron === noSweep ? null : nextRun(cron, after);
