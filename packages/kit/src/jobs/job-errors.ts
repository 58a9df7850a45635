import { Problem } from '../problem/problem.ts';

/** An error as stored in a job's row, for operators; never shown to tenants. */
export interface JobErrorRecord {
  code: string;
  message: string;
}

/** Fails a job without another attempt, because retrying would not help. */
export class PermanentJobError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Thrown when another worker holds the job, or it was canceled or deleted: nothing more may be
 * written about it.
 */
export class LostJobError extends Error {
  constructor(id: string) {
    super(`job ${id} is no longer held by this worker`);
  }
}

/** Why a job's signal aborted. `shutdown` releases the job. */
export type StopReason = 'canceled' | 'lost' | 'shutdown';

const maxMessageLength = 2_000;
const codeOf = (error: unknown): string =>
  error instanceof Problem || error instanceof PermanentJobError ? error.code : 'internal_error';

/** Converts an error to its stored form. */
export const errorRecord = (error: unknown): JobErrorRecord => ({
  code: codeOf(error),
  message: (error instanceof Error ? error.message : String(error)).slice(0, maxMessageLength),
});
