/** Work in progress by key, so that concurrent requests wait for it instead of repeating it. */
export function inFlight() {
  const byKey = new Map<string, Promise<unknown>>();
  return {
    /** Waits until the work of all these keys has ended, however it ended, if all of it is in progress. Returns whether it waited. */
    async join(keys: readonly string[]): Promise<boolean> {
      const found = keys.map((key) => byKey.get(key));
      if (!found.every((work) => work !== undefined)) return false;
      await Promise.allSettled(found);
      return true;
    },
    /** Marks those of these keys that no work has yet, until `work` ends. */
    during(keys: readonly string[], work: Promise<unknown>): void {
      const own = keys.filter((key) => !byKey.has(key));
      if (own.length === 0) return;
      for (const key of own) byKey.set(key, work);
      const end = (): void => {
        for (const key of own) byKey.delete(key);
      };
      work.then(end, end);
    },
  };
}
