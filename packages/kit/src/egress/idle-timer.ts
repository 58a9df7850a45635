/** Measures how long nothing happens. */
export interface IdleTimer {
  /** Starts anew. */
  start(): void;
  /** Waits for nobody: what comes next may take its time. */
  stop(): void;
}

/** Calls `onIdle` when `ms` pass between a start and the next start or stop. */
export function idleTimer(ms: number, onIdle: () => void): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    start() {
      stop();
      timer = setTimeout(onIdle, ms);
    },
  };
}
