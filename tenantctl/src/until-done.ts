import { setTimeout as sleep } from 'node:timers/promises';

const firstMs = 200;
const longestMs = 2_000;

/** Reads a background job until it is done; `report` is called with each state that was read. */
export async function untilDone<T>(
  started: T,
  isDone: (state: T) => boolean,
  read: () => PromiseLike<T>,
  report: (state: T) => void,
): Promise<T> {
  let state = started;
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, longestMs)) {
    report(state);
    if (isDone(state)) return state;
    await sleep(waitMs);
    state = await read();
  }
}
