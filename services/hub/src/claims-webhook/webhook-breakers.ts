import { breakerFamily } from '@platform/kit/breaker';
import type { BreakerFamily } from '@platform/kit/breaker';
import { EnrichmentFailed } from './enrichment-failed.ts';

/** A receiver that says that a claim cannot be had does what it should. */
const isSound = (error: unknown): boolean =>
  error instanceof EnrichmentFailed && error.reason === 'claim_unmet';

/**
 * Keeps calls from receivers that fail: opened by five failures running, or by half of at least ten calls in the window;
 * after a pause one call probes. A refused call is `EnrichmentFailed` with `breaker_open`. Times in milliseconds.
 */
export const webhookBreakers = ({
  windowMs = 30_000,
  openMs = 30_000,
  max = 2_000,
} = {}): BreakerFamily =>
  breakerFamily({
    errorPercent: 50,
    volume: 10,
    failuresRunning: 5,
    windowMs,
    openMs,
    max,
    verdictOf: (error) => (isSound(error) ? 'success' : 'fault'),
    refusal: () => new EnrichmentFailed('breaker_open'),
  });
