/** An answer that is kept back until a test releases it. */
export interface KeptBack {
  /** Has anybody asked for it? */
  isAsked(): boolean;
  release(): void;
}

/** Answers that are kept back, by what they are about. */
export function keptBack() {
  const kept = new Map<string, { isAsked: boolean; released: Promise<void> }>();
  return {
    /** Keeps the next answers about this back. */
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
    /** Waits while the answer about this is kept back. */
    async pass(about: string): Promise<void> {
      const waiting = kept.get(about);
      if (!waiting) return;
      waiting.isAsked = true;
      await waiting.released;
    },
  };
}
