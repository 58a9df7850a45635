import { withJitter, withRetryAfter } from '@platform/kit/async';

/** What decides when a delivery is tried again. */
export interface RetryInput {
  /** Attempts made in the present schedule, this one included. */
  step: number;
  now: number;
  expiresAt: number;
  /** Waits between attempts in milliseconds; as many retries as entries. */
  schedule: readonly number[];
  /** What the target asked for, in milliseconds. */
  retryAfterMs: number | null;
  random: () => number;
}

/** When to try again, in epoch milliseconds; null when no attempt is left, or none before it expires. */
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
