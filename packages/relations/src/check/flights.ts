/** What is under way, by key, so that nobody begins it twice. */
export function flights() {
  const under = new Map<string, Promise<unknown>>();
  return {
    /** When all of these are under way: waits until they have ended, however that was. Answers whether it waited. */
    async join(keys: readonly string[]): Promise<boolean> {
      const found = keys.map((key) => under.get(key));
      if (!found.every((flight) => flight !== undefined)) return false;
      await Promise.allSettled(found);
      return true;
    },
    /** Marks keys that nobody works at until `work` has ended. */
    during(keys: readonly string[], work: Promise<unknown>): void {
      const own = keys.filter((key) => !under.has(key));
      if (own.length === 0) return;
      for (const key of own) under.set(key, work);
      const end = (): void => {
        for (const key of own) under.delete(key);
      };
      work.then(end, end);
    },
  };
}
