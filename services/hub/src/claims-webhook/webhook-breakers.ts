import { breakerFamily } from '@platform/kit/breaker';
import type { BreakerFamily } from '@platform/kit/breaker';
import { EnrichmentFailed } from './enrichment-failed.ts';

/** Whether a failure is a regular response: a receiver that reports an unmet claim works as intended. */
const isSound = (error: unknown): boolean =>
  error instanceof EnrichmentFailed && error.reason === 'claim_unmet';

/**
 * Stops calls to failing receivers. A breaker opens after five consecutive failures, or if half of at least ten calls in the window fail;
 * after a pause, one call probes. A stopped call fails with `EnrichmentFailed` and `breaker_open`. Times in milliseconds.
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
