import { PermanentJobError } from './job-errors.ts';
import type { StopReason } from './job-errors.ts';

/** How a run ended. */
export interface RunEnd {
  /** The handler's error; undefined if it returned. */
  error: unknown;
  /** Why its signal aborted; undefined if it did not. */
  reason: StopReason | undefined;
  isCancelRequested: boolean;
  attempts: number;
  maxAttempts: number;
}

/** What happens to the job next. */
export type JobVerdict = 'complete' | 'cancel' | 'release' | 'retry' | 'fail';

/**
 * Decides on a run. A handler that returns after a shutdown or cancellation has not finished its
 * work; one that returns before has, whatever was requested since.
 */
export function verdictOf(end: RunEnd): JobVerdict {
  if (end.reason === 'shutdown') return 'release';
  if (end.reason === 'canceled') return 'cancel';
  if (end.error === undefined) return 'complete';
  if (end.isCancelRequested) return 'cancel';
  const isFinal = end.error instanceof PermanentJobError || end.attempts >= end.maxAttempts;
  return isFinal ? 'fail' : 'retry';
}
