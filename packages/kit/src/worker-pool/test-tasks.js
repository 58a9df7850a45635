import { threadId } from 'node:worker_threads';

export const double = (n) => n * 2;
export const thread = () => threadId;
export const fail = (text) => {
  throw new RangeError(text);
};
/** Tells through shared memory that it runs, then never ends. */
export const spin = (flag) => {
  Atomics.add(new Int32Array(flag), 0, 1);
  for (;;);
};
/** Runs until the flag is set. */
export const hold = (flags) => {
  const view = new Int32Array(flags);
  Atomics.add(view, 0, 1);
  Atomics.wait(view, 1, 0);
  return 'done';
};
export const hog = () => {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, i) => ({ i })));
};
