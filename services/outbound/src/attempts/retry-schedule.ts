import { withJitter, withRetryAfter } from '@platform/kit/async';

export interface RetryInput {
  /** Attempts in the current schedule, including this one. */
  step: number;
  now: number;
  expiresAt: number;
  /** Delays between attempts in milliseconds, one per retry. */
  schedule: readonly number[];
  /** The delay that the target requests, in milliseconds. */
  retryAfterMs: number | null;
  random: () => number;
}

/** Returns when to retry, in epoch milliseconds; null if no attempt is left, or none before the expiry. */
export function nextAttemptAt({
  step,
  now,
  expiresAt,
  schedule,
  retryAfterMs,
  random,
}: RetryInput): number | null {
  const wait = schedule[step - 1];
  if (wait === undefined) return null;
  const at = Math.ceil(now + withRetryAfter(withJitter(wait, random), retryAfterMs));
  return at < expiresAt ? at : null;
}
