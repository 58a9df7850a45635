/** Work that never runs twice at a time. */
export interface SerialLoop {
  /** Runs the work, or runs it once more if it is running. */
  wake(): void;
  /** Resolves when nothing runs, at once where nothing does. */
  idle(): Promise<void>;
  /** Starts no further run; resolves when the present one is over. */
  stop(): Promise<void>;
}

/** Runs `work`, which must not throw, whenever it is woken; wakes during a run come to one more run. */
export function serialLoop(work: () => Promise<void>): SerialLoop {
  let isWanted = false;
  let isStopped = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      await work();
    }
  }

  function wake(): void {
    isWanted = true;
    if (running || isStopped) return;
    running = run().finally(() => {
      running = undefined;
      // Woken after the last look and before this.
      if (isWanted) wake();
    });
  }

  return {
    wake,
    idle: async () => running,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
