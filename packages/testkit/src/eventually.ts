import { setTimeout as pause } from 'node:timers/promises';

/** How {@link eventually} waits. */
export interface Waiting {
  /** What is waited for, for the message when it does not come. */
  what?: string;
  /** Generous by default: a busy machine is slow, and a failing test may take its time. */
  withinMs?: number;
}

type Falsy = undefined | null | false | 0 | '' | void;

/**
 * Asks until there is an answer: anything that is not falsy. What `look` throws counts as no answer
 * yet, and is thrown when time is up.
 */
export async function eventually<T>(
  look: () => Promise<T | Falsy> | T | Falsy,
  { what = 'it', withinMs = 40_000 }: Waiting = {},
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (let delayMs = 2; ; delayMs = Math.min(25, delayMs * 1.5)) {
    let error: unknown = new Error(`${what} did not happen within ${withinMs} ms`);
    try {
      const found = await look();
      if (found) return found as T;
    } catch (thrown) {
      error = thrown;
    }
    if (Date.now() > deadline) throw error;
    await pause(delayMs);
  }
}

/** Runs a check with `expect` in it until it passes. */
export const eventuallyPasses = (check: () => unknown, waiting?: Waiting): Promise<unknown> =>
  eventually(async () => {
    await check();
    return true;
  }, waiting);
