/** How far a run over many things is. */
export interface ManyProgress {
  done: number;
  total: number;
}

/** The results, by item. */
export interface ManyOutcome<T> {
  succeeded: readonly T[];
  failed: readonly { of: T; error: unknown }[];
  /** Not begun, because it was stopped. */
  skipped: readonly T[];
}

export interface ManyOptions {
  signal?: AbortSignal;
  onProgress?: (progress: ManyProgress) => void;
}

/** Requests that a page has running at the same time. */
const atOnce = 4;

/** Does the same to many things, four at a time. What has begun is finished when it is stopped. */
export async function runMany<T>(
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
  { signal, onProgress }: ManyOptions = {},
): Promise<ManyOutcome<T>> {
  const waiting = [...things];
  const succeeded: T[] = [];
  const failed: { of: T; error: unknown }[] = [];
  async function one(thing: T): Promise<void> {
    try {
      await work(thing);
      succeeded.push(thing);
    } catch (error) {
      failed.push({ of: thing, error });
    }
    onProgress?.({ done: succeeded.length + failed.length, total: things.length });
  }
  async function lane(): Promise<void> {
    while (waiting.length > 0 && !signal?.aborted) await one(waiting.shift()!);
  }
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { succeeded, failed, skipped: waiting };
}
