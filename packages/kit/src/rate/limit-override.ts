const highestFactor = 10;
const highest = 2 ** 31 - 1;

/** The highest override of a configured limit; where nothing is limited, any number of 31 bits limits it. */
export const highestOverride = (configured: number): number =>
  configured === 0 ? highest : Math.min(highest, configured * highestFactor);

/**
 * What an owner of a limit may use: its own override, up to ten times the configured limit. An override of 0 never lifts
 * a limit. Requests a minute; 0 = no limit.
 */
export const overriddenLimit = (configured: number, override: number | undefined): number =>
  override === undefined || override < 1
    ? configured
    : Math.min(override, highestOverride(configured));
