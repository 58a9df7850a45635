import { breakerFamily } from '@platform/kit/breaker';
import type { BreakerFamily } from '@platform/kit/breaker';
import { StageFailed } from './hook-run.ts';

/**
 * Keeps calls from hosts that fail, by tenant: opened by five failures running, or by half of at least ten calls in 30 s; after
 * 30 s one call probes. A call that is kept away is `StageFailed` with `breaker_open`.
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
