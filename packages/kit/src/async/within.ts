/** What work that took too long fails with. */
export class DeadlineError extends Error {
  constructor(ms: number) {
    super(`no response within ${ms} ms`);
    this.name = 'DeadlineError';
  }
}

/** Ends its timer when it is no longer needed. */
export interface Deadline {
  /** Rejects once the time is over. */
  readonly passed: Promise<never>;
  clear(): void;
}

/** A moment `ms` from now; `toError` makes what waits for it fail with, by default a {@link DeadlineError}. */
export function deadline(ms: number, toError: () => Error = () => new DeadlineError(ms)): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(toError()), Math.max(0, ms));
  });
  // Nobody need be waiting when it passes.
  passed.catch(() => undefined);
  return { passed, clear: () => clearTimeout(timer) };
}

/**
 * What `work` settles with, or a {@link DeadlineError} after `ms` milliseconds. The work itself goes on: give it a signal
 * where it can be stopped.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { passed, clear } = deadline(ms);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clear();
  }
}
