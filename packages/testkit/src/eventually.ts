import { setTimeout as pause } from 'node:timers/promises';

/** How {@link eventually} waits. */
export interface Waiting {
  /** What is waited for, for the message when it does not come. */
  what?: string;
  /**
   * Milliseconds of waiting, in which the time that `look` takes does not count: what comes at once on a quiet machine may take
   * long on a busy one. Default 120,000; after as many on the clock it ends in any case.
   */
  withinMs?: number;
}

type Falsy = undefined | null | false | 0 | '' | void;

const LONGEST_MS = 120_000;

/**
 * Asks until there is an answer: anything that is not falsy. What `look` throws counts as no answer
 * yet, and is thrown when time is up.
 */
export async function eventually<T>(
  look: () => Promise<T | Falsy> | T | Falsy,
  { what = 'it', withinMs = LONGEST_MS }: Waiting = {},
): Promise<T> {
  const end = Date.now() + Math.max(withinMs, LONGEST_MS);
  for (let delayMs = 2, waitedMs = 0; ; delayMs = Math.min(25, delayMs * 1.5)) {
    let error: unknown = new Error(`${what} did not happen within ${withinMs} ms`);
    try {
      const found = await look();
      if (found) return found as T;
    } catch (thrown) {
      error = thrown;
    }
    if (waitedMs >= withinMs || Date.now() > end) throw error;
    await pause(delayMs);
    waitedMs += delayMs;
  }
}

/** Runs a check with `expect` in it until it passes. */
export const eventuallyPasses = (check: () => unknown, waiting?: Waiting): Promise<unknown> =>
  eventually(async () => {
    await check();
    return true;
  }, waiting);

/**
 * What the work resolves to, if that takes no longer than `withinMs`, of which {@link eventually} counts only its own waiting: for
 * limits that tell two causes apart.
 */
export async function soon<T>(work: Promise<T>, waiting: Waiting): Promise<T> {
  let isSettled = false;
  const settle = (): void => void (isSettled = true);
  work.then(settle, settle);
  await eventually(() => isSettled, waiting);
  return work;
}
