/** One waiting poll. */
export interface Waiter {
  /** Resolves when the log has grown since the last call, or after `ms`. */
  change(ms: number): Promise<void>;
  leave(): void;
}

/** Polls that wait for a tenant's log to grow, in this pod. */
export interface HeadWatch {
  /** Undefined when too many wait already. */
  enter(tenantId: string): Waiter | undefined;
  tell(tenantId: string): void;
}

/** See {@link HeadWatch}. */
export function headWatch(maxWaiters: number): HeadWatch {
  const waiting = new Map<string, Set<() => void>>();
  return {
    enter(tenantId) {
      const others = waiting.get(tenantId) ?? new Set();
      if (others.size >= maxWaiters) return undefined;
      waiting.set(tenantId, others);
      let hasGrown = false;
      let wake = (): void => undefined;
      const tell = (): void => {
        hasGrown = true;
        wake();
      };
      others.add(tell);
      return {
        async change(ms) {
          if (!hasGrown) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, ms);
              wake = () => {
                clearTimeout(timer);
                resolve();
              };
            });
          }
          hasGrown = false;
        },
        leave() {
          others.delete(tell);
          if (others.size === 0 && waiting.get(tenantId) === others) waiting.delete(tenantId);
        },
      };
    },
    tell: (tenantId) => waiting.get(tenantId)?.forEach((wake) => wake()),
  };
}
