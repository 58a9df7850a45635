/** One request that waits for a change. */
export interface Waiter {
  /** Resolves when the key has changed since the last call, or after `ms`. */
  change(ms: number): Promise<void>;
  leave(): void;
}

/** This pod's long polls, each waiting until something under a key changes. */
export interface KeyWatch {
  /**
   * Waits for changes of a key. Returns undefined when the key already has `maxWaiters` waiters.
   */
  enter(key: string): Waiter | undefined;
  /** Wakes every waiter of this key. */
  notify(key: string): void;
}

/** Creates a {@link KeyWatch} with at most `maxWaiters` per key. */
export function keyWatch(maxWaiters: number): KeyWatch {
  const waiting = new Map<string, Set<() => void>>();
  return {
    enter(key) {
      const others = waiting.get(key) ?? new Set();
      if (others.size >= maxWaiters) return undefined;
      waiting.set(key, others);
      let hasChanged = false;
      let wake = (): void => undefined;
      const notify = (): void => {
        hasChanged = true;
        wake();
      };
      others.add(notify);
      return {
        async change(ms) {
          if (!hasChanged) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, ms);
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          }
          hasChanged = false;
        },
        leave() {
          others.delete(notify);
          if (others.size === 0 && waiting.get(key) === others) waiting.delete(key);
        },
      };
    },
    notify: (key) => waiting.get(key)?.forEach((wake) => wake()),
  };
}
