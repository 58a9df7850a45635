import { PermanentJobError } from './job-errors.ts';
import type { StopReason } from './job-errors.ts';

/** How a run ended. */
export interface RunEnd {
  /** What the handler threw; undefined when it returned. */
  error: unknown;
  /** Why its signal aborted; undefined when it did not. */
  reason: StopReason | undefined;
  isCancelRequested: boolean;
  attempts: number;
  maxAttempts: number;
}

/** What becomes of the job. */
export type JobVerdict = 'complete' | 'cancel' | 'release' | 'retry' | 'fail';

/**
 * Judges a run. A handler that returns after a shutdown or a cancellation reached it has not done all its work; one that
 * returns before has, whatever was asked for meanwhile.
 */
export function verdictOf(end: RunEnd): JobVerdict {
  if (end.reason === 'shutdown') return 'release';
  if (end.reason === 'canceled') return 'cancel';
  if (end.error === undefined) return 'complete';
  if (end.isCancelRequested) return 'cancel';
  const isFinal = end.error instanceof PermanentJobError || end.attempts >= end.maxAttempts;
  return isFinal ? 'fail' : 'retry';
}
