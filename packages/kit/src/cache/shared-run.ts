/** One piece of work that many ask for, one run at a time. */
export interface SharedRun<T> {
  /** The run that is about to begin or under way; where there is none, one that begins now. */
  join(): Promise<T>;
  /** A run that begins after this call, so that it sees what happened before; shared by all who ask until it begins. */
  anew(): Promise<T>;
  isUnderWay(): boolean;
}

/** Shares the runs of `work`, which may take long or fail. */
export function sharedRun<T>(work: () => Promise<T>): SharedRun<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    const run: Promise<T> = work().finally(() => {
      if (running === run) running = undefined;
    });
    running = run;
    return run;
  }

  function after(run: Promise<T>): Promise<T> {
    const begun = (): Promise<T> => {
      next = undefined;
      return begin();
    };
    return run.then(begun, begun);
  }

  return {
    join: () => next ?? running ?? begin(),
    anew: () => next ?? (running ? (next = after(running)) : begin()),
    isUnderWay: () => running !== undefined || next !== undefined,
  };
}

/**
 * Shares the runs of `work` among those who ask with the same key. Each gets a run that begins after the call, so that it sees
 * what happened before; while one is under way, all who ask meanwhile get the next. Keys that nobody waits for are forgotten.
 */
export function sharedRuns<K, T>(
  work: (key: K) => Promise<T>,
  nameOf: (key: K) => string,
): (key: K) => Promise<T> {
  const runs = new Map<string, SharedRun<T>>();
  return async (key) => {
    const name = nameOf(key);
    const run = runs.get(name) ?? sharedRun(() => work(key));
    runs.set(name, run);
    try {
      return await run.anew();
    } finally {
      if (!run.isUnderWay()) runs.delete(name);
    }
  };
}
