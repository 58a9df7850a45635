/** An answer that is delayed until a test releases it. */
export interface KeptBack {
  /** Whether it has been requested. */
  isAsked(): boolean;
  release(): void;
}

/** Delays answers, by their subject. */
export function keptBack() {
  const kept = new Map<string, { isAsked: boolean; released: Promise<void> }>();
  return {
    /** Delays the next answers about this subject. */
    keep(about: string): KeptBack {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const waiting = { isAsked: false, released };
      kept.set(about, waiting);
      return {
        isAsked: () => waiting.isAsked,
        release() {
          kept.delete(about);
          release();
        },
      };
    },
    /** Waits while the answer about this subject is delayed. */
    async pass(about: string): Promise<void> {
      const waiting = kept.get(about);
      if (!waiting) return;
      waiting.isAsked = true;
      await waiting.released;
    },
  };
}
