import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a process that serves requests may work on something else at a time. */
const pieceMs = 10;

/** Does work that yields after each piece, and lets requests come between: a process that serves them must not stop for long. */
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
