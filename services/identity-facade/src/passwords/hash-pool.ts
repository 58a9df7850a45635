import { problem } from '@platform/kit/problem';
import { slots } from '@platform/kit/worker-pool';

/** Runs expensive work, a bounded number at a time. */
export type HashPool = <T>(work: () => Promise<T>) => Promise<T>;

/** How many hashes may wait for their turn. */
export const maxWaitingHashes = 100;

/**
 * A pool in which `concurrency` hashes run and 100 wait. A hash takes memory and a core, so a flood of sign-ins is turned away
 * rather than queued without end.
 */
export function hashPool(concurrency: number): HashPool {
  const places = slots(concurrency, maxWaitingHashes);
  return async (work) => {
    if (places.waiting() >= maxWaitingHashes)
      throw problem('rate_limited', {
        detail: 'Too many passwords are being checked; retry in a moment',
        headers: { 'retry-after': '1' },
      });
    const release = await places.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
