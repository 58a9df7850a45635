import { problem } from '@platform/kit/problem';
import { slots } from '@platform/kit/worker-pool';

/** Runs expensive work with bounded concurrency. */
export type HashPool = <T>(work: () => Promise<T>) => Promise<T>;

/** The maximum number of waiting hashes. */
export const maxWaitingHashes = 100;

/**
 * A pool in which `concurrency` hashes run and 100 wait. A hash takes memory and a core, so excess sign-ins are rejected instead
 * of queued without limit.
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
