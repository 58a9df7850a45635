import { breakerFamily } from '@platform/kit/breaker';
import type { BreakerFamily } from '@platform/kit/breaker';
import { StageFailed } from './hook-run.ts';

/**
 * Stops calls to failing hosts, by tenant. A breaker opens after five consecutive failures, or if half of at least ten calls in 30 s fail; after
 * 30 s, one call probes. A stopped call fails with `StageFailed` and `breaker_open`.
 */
export const hookBreakers = (): BreakerFamily =>
  breakerFamily({
    errorPercent: 50,
    volume: 10,
    failuresRunning: 5,
    windowMs: 30_000,
    openMs: 30_000,
    max: 2_000,
    refusal: () => new StageFailed('breaker_open'),
  });
