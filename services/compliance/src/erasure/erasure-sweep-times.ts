import { nextRun } from '@platform/kit/jobs';

/** Returns the next sweep after a time; null if the sweep is off. */
export type NextSweep = (after: Date) => Date | null;

/** The schedule that turns the sweep off. */
export const noSweep = '-';

/** Parses the sweep's cron expression. */
export const sweepTimes =
  (cron: string): NextSweep =>
  (after) =>
    cron === noSweep ? null : nextRun(cron, after);
