import { setTimeout as pause } from 'node:timers/promises';

/** Options of {@link eventually}. */
export interface Waiting {
  /** Describes the awaited condition, for the error message. */
  what?: string;
  /**
   * Milliseconds of waiting, excluding the time that `look` takes, which may be long on a busy
   * machine. Default 120,000. The wall-clock limit is at least 120,000.
   */
  withinMs?: number;
}

type Falsy = undefined | null | false | 0 | '' | void;

const LONGEST_MS = 120_000;

/**
 * Polls until the result is truthy. An error of `look` counts as no result yet, and is thrown when
 * the time is up.
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

/** Runs a check with `expect` until it passes. */
export const eventuallyPasses = (check: () => unknown, waiting?: Waiting): Promise<unknown> =>
  eventually(async () => {
    await check();
    return true;
  }, waiting);

/**
 * Resolves like `work` if that takes at most `withinMs` of waiting, as counted by
 * {@link eventually}: for limits that distinguish two causes.
 */
export async function soon<T>(work: Promise<T>, waiting: Waiting): Promise<T> {
  let isSettled = false;
  const settle = (): void => void (isSettled = true);
  work.then(settle, settle);
  await eventually(() => isSettled, waiting);
  return work;
}
