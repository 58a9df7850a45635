/**
 * Milliseconds until the next attempt: doubles with each attempt from `backoffMs` up to `maxBackoffMs`, of which a random
 * part between half and all is taken, so that jobs that failed together do not come back together.
 * @param random a number from 0 up to 1
 */
export function backoff(
  attempt: number,
  { backoffMs, maxBackoffMs }: { backoffMs: number; maxBackoffMs: number },
  random: number,
): number {
  const full = Math.min(maxBackoffMs, backoffMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(full * (0.5 + random / 2));
}
