/** The longest that a `Retry-After` header delays the next attempt, in milliseconds. */
export const maxRetryAfterMs = 3_600_000;

const jitter = 0.2;

/** `ms` ± 20 %, uniform: receivers that failed together are not called again together. */
export const spread = (ms: number, random: () => number): number =>
  ms * (1 + jitter * (2 * random() - 1));

/** `Retry-After` in milliseconds from now (RFC 9110 §10.2.3: seconds or a date); null for anything unusable. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,10}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) || !/[a-z]/i.test(header) ? null : Math.max(0, date - now);
}
