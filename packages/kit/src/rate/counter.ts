/** Counts of two adjacent windows: the newest, and the one before it. */
export interface Counter {
  window: number;
  current: number;
  previous: number;
}

/** Returns the count of a window; 0 if it is neither of the two. */
export const countIn = (counter: Counter, window: number): number =>
  window === counter.window
    ? counter.current
    : window === counter.window - 1
      ? counter.previous
      : 0;

/** Sets the count of a window. Advances if it is newer; ignores it if it is older than both. */
export const setCount = (counter: Counter, window: number, count: number): void => {
  if (window > counter.window) {
    counter.previous = countIn(counter, window - 1);
    counter.current = count;
    counter.window = window;
  } else if (window === counter.window) counter.current = count;
  else if (window === counter.window - 1) counter.previous = count;
};
