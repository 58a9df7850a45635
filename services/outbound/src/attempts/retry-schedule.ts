import { maxRetryAfterMs, spread } from '../lanes/backoff.ts';

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
  const asked = retryAfterMs === null ? 0 : Math.min(retryAfterMs, maxRetryAfterMs);
  const at = Math.ceil(now + Math.max(spread(wait, random), asked));
  return at < expiresAt ? at : null;
}

/** `Retry-After` in milliseconds from now (RFC 9110 §10.2.3: seconds or a date); null when it says nothing usable. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) || !/[a-z]/i.test(header) ? null : Math.max(0, date - now);
}
