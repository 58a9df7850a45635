/** The longest that a `Retry-After` is heeded. */
export const maxRetryAfterMs = 3_600_000;

const jitter = 0.2;

/** `ms` ± 20 %, uniform. */
export const spread = (ms: number, random: () => number): number =>
  ms * (1 + jitter * (2 * random() - 1));
