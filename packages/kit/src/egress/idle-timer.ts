/** Measures time without activity. */
export interface IdleTimer {
  /** Restarts the timer. */
  start(): void;
  /** Stops the timer: the next step may take any time. */
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
