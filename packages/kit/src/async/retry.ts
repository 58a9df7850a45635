/** The longest delay that a `Retry-After` header can cause, in milliseconds. */
export const maxRetryAfterMs = 3_600_000;

/**
 * Returns `ms` ± `share`, uniformly distributed, so that things that start together do not retry
 * together.
 * @param random returns a number in [0, 1)
 */
export const withJitter = (ms: number, random: () => number, share = 0.2): number =>
  ms * (1 + share * (2 * random() - 1));

/** How the pause between attempts grows, in milliseconds. */
export interface Backoff {
  /** The pause after the first failure; doubles with each further failure. */
  firstMs: number;
  /** The longest pause. */
  maxMs: number;
}

/**
 * Returns the milliseconds until the next attempt after `failures` consecutive failures, counted
 * from 1.
 * @param random adds jitter of ± 20 % (see {@link withJitter}); without it the pause is exact, for
 * one client of one server
 */
export function backoff(
  { firstMs, maxMs }: Backoff,
  failures: number,
  random?: () => number,
): number {
  const ms = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures, 1) - 1, 30));
  return random ? withJitter(ms, random) : ms;
}

/** Extends a pause to what the target asked for in `Retry-After`, up to `maxMs`. */
export const withRetryAfter = (
  pauseMs: number,
  askedMs: number | null | undefined,
  maxMs = maxRetryAfterMs,
): number => Math.max(pauseMs, Math.min(askedMs ?? 0, maxMs));

/**
 * Parses `Retry-After` into milliseconds from now (RFC 9110 §10.2.3: seconds or a date). Returns
 * null for anything unusable.
 */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) || !/[a-z]/i.test(header) ? null : Math.max(0, date - now);
}
