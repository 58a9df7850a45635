/** Counts of two neighbouring windows: the newest counted in, and the one before. */
export interface Counter {
  window: number;
  current: number;
  previous: number;
}

/** The count of one window; 0 when it is no longer, or not yet, held. */
export const countIn = (counter: Counter, window: number): number =>
  window === counter.window
    ? counter.current
    : window === counter.window - 1
      ? counter.previous
      : 0;

/** Sets the count of one window, moving on when it is newer; older than both held: ignored. */
export const setCount = (counter: Counter, window: number, count: number): void => {
  if (window > counter.window) {
    counter.previous = countIn(counter, window - 1);
    counter.current = count;
    counter.window = window;
  } else if (window === counter.window) counter.current = count;
  else if (window === counter.window - 1) counter.previous = count;
};
