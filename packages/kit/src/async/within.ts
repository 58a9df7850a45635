/** Thrown when work exceeds its time limit. */
export class DeadlineError extends Error {
  constructor(ms: number) {
    super(`no response within ${ms} ms`);
    this.name = 'DeadlineError';
  }
}

/** A time limit. Call `clear` to cancel its timer. */
export interface Deadline {
  /** Rejects when the time is over. */
  readonly passed: Promise<never>;
  clear(): void;
}

/**
 * Starts a deadline `ms` from now. `toError` makes the rejection reason; default: a
 * {@link DeadlineError}.
 */
export function deadline(ms: number, toError: () => Error = () => new DeadlineError(ms)): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(toError()), Math.max(0, ms));
  });
  // Prevents an unhandled rejection when nothing awaits the deadline.
  passed.catch(() => undefined);
  return { passed, clear: () => clearTimeout(timer) };
}

/**
 * Settles as `work` does, or rejects with a {@link DeadlineError} after `ms` milliseconds. The work
 * itself continues: pass it a signal if it can be aborted.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { passed, clear } = deadline(ms);
  try {
    return await Promise.race([work, passed]);
  } finally {
    clear();
  }
}
