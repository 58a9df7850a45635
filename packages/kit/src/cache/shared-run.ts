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
