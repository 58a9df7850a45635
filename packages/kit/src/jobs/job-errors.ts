import { Problem } from '../problem/problem.ts';

/** An error as a job's row keeps it, for operators: never shown to tenants. */
export interface JobErrorRecord {
  code: string;
  message: string;
}

/** Ends a job as failed without another attempt: trying again would not help. */
export class PermanentJobError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The job belongs to another worker by now, has been canceled, or is gone: nothing more of it may be written. */
export class LostJobError extends Error {
  constructor(id: string) {
    super(`job ${id} is no longer held by this worker`);
  }
}

/** Why the signal of a job aborted. `shutdown` gives the job back. */
export type StopReason = 'canceled' | 'lost' | 'shutdown';

const maxMessageLength = 2_000;
const codeOf = (error: unknown): string =>
  error instanceof Problem || error instanceof PermanentJobError ? error.code : 'internal_error';

/** What a row keeps of an error. */
export const errorRecord = (error: unknown): JobErrorRecord => ({
  code: codeOf(error),
  message: (error instanceof Error ? error.message : String(error)).slice(0, maxMessageLength),
});
