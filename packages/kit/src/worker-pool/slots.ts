import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

/** Builds the 503 for a task that there is no room for. */
export const busy = (): Problem =>
  problem('upstream_unavailable', {
    detail: 'The service is busy; retry in a moment',
    headers: { 'retry-after': '1' },
  });

interface Waiting {
  start(): void;
  signal: AbortSignal | undefined;
  onAbort(): void;
}

/** A fixed number of slots, granted in the order of requests. */
export interface Slots {
  /**
   * Waits for a slot and returns the function that releases it.
   * @throws 503 `upstream_unavailable` if too many are already waiting; the reason of `signal` if
   * that aborts first
   */
  acquire(signal?: AbortSignal): Promise<() => void>;
  /** Number of waiters. */
  waiting(): number;
}

/** Creates slots for `concurrency` concurrent tasks; at most `maxWaiting` more may wait. */
export function slots(concurrency: number, maxWaiting: number): Slots {
  let free = concurrency;
  const queue = new Set<Waiting>();

  function release(): void {
    const [next] = queue;
    if (!next) {
      free += 1;
      return;
    }
    queue.delete(next);
    next.signal?.removeEventListener('abort', next.onAbort);
    next.start();
  }

  /** Releasing a slot twice must not free two. */
  function releaseOnce(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) release();
      isHeld = false;
    };
  }

  return {
    waiting: () => queue.size,
    async acquire(signal) {
      signal?.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return releaseOnce();
      }
      if (queue.size >= maxWaiting) throw busy();
      return new Promise((resolve, reject) => {
        const entry: Waiting = {
          signal,
          start: () => resolve(releaseOnce()),
          onAbort: () => {
            queue.delete(entry);
            reject(signal?.reason as Error);
          },
        };
        queue.add(entry);
        signal?.addEventListener('abort', entry.onAbort, { once: true });
      });
    },
  };
}
