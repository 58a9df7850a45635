/** The longest that a `Retry-After` header delays the next attempt, in milliseconds. */
export const maxRetryAfterMs = 3_600_000;

/**
 * `ms` ± `share`, uniform: what failed or began together does not come back together.
 * @param random returns a number from 0 up to 1
 */
export const spread = (ms: number, random: () => number, share = 0.2): number =>
  ms * (1 + share * (2 * random() - 1));

/** How pauses between attempts grow, in milliseconds. */
export interface Backoff {
  /** The pause after the first failure. It doubles with each further one. */
  firstMs: number;
  /** The longest pause. */
  maxMs: number;
}

/**
 * Milliseconds until the next attempt after so many failures in a row, counted from 1.
 * @param random spreads the pause by ± 20 %, as {@link spread} does; without it the pause is exact, for one client of one server
 */
export function backoff(
  { firstMs, maxMs }: Backoff,
  failures: number,
  random?: () => number,
): number {
  const ms = Math.min(maxMs, firstMs * 2 ** Math.min(Math.max(failures, 1) - 1, 30));
  return random ? spread(ms, random) : ms;
}

/** A pause that is at least as long as a target asked for, which counts up to `maxMs`. */
export const withRetryAfter = (
  pauseMs: number,
  askedMs: number | null | undefined,
  maxMs = maxRetryAfterMs,
): number => Math.max(pauseMs, Math.min(askedMs ?? 0, maxMs));

/** `Retry-After` in milliseconds from now (RFC 9110 §10.2.3: seconds or a date); null for anything unusable. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) || !/[a-z]/i.test(header) ? null : Math.max(0, date - now);
}
