import { isRepeatable } from './operation.ts';
import type { OperationRow } from './operation.ts';
import type { PlatformProblem } from './problem.ts';

const baseMs = 500;
const longestBackoffMs = 8_000;
const longestWaitMs = 60_000;

export interface FailedAttempt {
  row: OperationRow;
  problem: PlatformProblem;
  /** 1 for the first. */
  attempt: number;
  /** The request has an idempotency key or `If-Match`, so that it cannot take effect twice. */
  isGuarded: boolean;
  random: () => number;
}

/** The platform did not run the operation, or it waits for an earlier request with the same key. */
const wasNotRun = ({ code }: PlatformProblem): boolean =>
  code === 'rate_limited' || code === 'idempotency_key_in_use';

/** The operation can have run although its response was lost. */
const mayHaveRun = ({ code, status }: PlatformProblem): boolean =>
  code === 'connection_failed' ||
  code === 'timed_out' ||
  status === 502 ||
  status === 503 ||
  status === 504;

/**
 * Milliseconds until the next attempt; undefined if the request must not be repeated. Follows `Retry-After`, plus up to half a second
 * so that callers do not return together; otherwise exponential back-off with full jitter.
 */
export function retryDelayMs(failed: FailedAttempt): number | undefined {
  const { row, problem, attempt, isGuarded, random } = failed;
  const isSafe = wasNotRun(problem) || (mayHaveRun(problem) && (isRepeatable(row) || isGuarded));
  if (!isSafe) return undefined;
  if (problem.retryAfterSeconds === undefined)
    return random() * Math.min(longestBackoffMs, baseMs * 2 ** (attempt - 1));
  const waitMs = problem.retryAfterSeconds * 1000;
  return waitMs > longestWaitMs ? undefined : waitMs + random() * baseMs;
}

/** Waits, and rejects with the signal's reason when it is aborted. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
