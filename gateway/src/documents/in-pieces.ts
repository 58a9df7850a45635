import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest that background work may block a process that serves requests, in milliseconds. */
const pieceMs = 10;

/** Runs work that yields after each piece, so that requests are served in between. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + pieceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await nextTurn();
  }
}
