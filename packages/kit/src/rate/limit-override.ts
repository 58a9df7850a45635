const highestFactor = 10;
const highest = 2 ** 31 - 1;

/**
 * Returns the highest override of a configured limit. If the configured limit is 0 (none), any
 * 31-bit number is allowed.
 */
export const highestOverride = (configured: number): number =>
  configured === 0 ? highest : Math.min(highest, configured * highestFactor);

/**
 * Returns the effective limit: the owner's override, up to ten times the configured limit. An
 * override of 0 never lifts a limit. Requests per minute; 0: no limit.
 */
export const overriddenLimit = (configured: number, override: number | undefined): number =>
  override === undefined || override < 1
    ? configured
    : Math.min(override, highestOverride(configured));
