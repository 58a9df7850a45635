import { asProblem, problem } from '@platform/kit/problem';

const pauseMs = 1_000;

/** Calls of a service that may be unavailable, with a pause after each failure. */
export interface HandoverPause {
  /**
   * Throws 503 during a pause. Call it before a batch is opened: an import leaves hundreds, and
   * opening each takes milliseconds.
   */
  requireOver(): void;
  /** Makes a call. If the service fails, a pause begins. */
  call<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a {@link HandoverPause}.
 * @param clock milliseconds, monotonic
 */
export function handoverPause(clock: () => number = () => performance.now()): HandoverPause {
  let endsAt = -Infinity;
  return {
    requireOver() {
      if (clock() < endsAt)
        throw problem('upstream_unavailable', { detail: 'The identity service is unavailable' });
    },
    async call(work) {
      try {
        return await work();
      } catch (error) {
        if (asProblem(error).status >= 500) endsAt = clock() + pauseMs;
        throw error;
      }
    },
  };
}
