/**
 * A running clock that can be set forward, and that can stand still during some work except for
 * being set forward. Milliseconds since the epoch.
 */
export function testClock() {
  let ahead = 0;
  let heldAt: number | undefined;
  const now = (): number => heldAt ?? Date.now() + ahead;
  return {
    now,
    advance(ms: number): void {
      ahead += ms;
      if (heldAt !== undefined) heldAt += ms;
    },
    async hold<T>(work: () => Promise<T>): Promise<T> {
      heldAt = now();
      try {
        return await work();
      } finally {
        heldAt = undefined;
      }
    },
  };
}
