import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

/** 503: there is no room for the task now. */
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

/** A fixed number of places, taken in the order in which they were asked for. */
export interface Slots {
  /**
   * Waits for a place and returns the function that gives it back.
   * @throws 503 `upstream_unavailable` when too many wait already; the reason of `signal` when that aborts first
   */
  acquire(signal?: AbortSignal): Promise<() => void>;
  /** How many wait. */
  waiting(): number;
}

/** Slots for `concurrency` tasks at a time; at most `maxWaiting` more may wait. */
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

  /** Giving a place back twice must not make two of it. */
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
