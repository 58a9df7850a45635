/** Work that never runs concurrently with itself. */
export interface SerialLoop {
  /** Runs the work. If it is already running, runs it once more afterwards. */
  wake(): void;
  /** Resolves when nothing runs; immediately if nothing does. */
  idle(): Promise<void>;
  /** Starts no further run. Resolves when the current one ends. */
  stop(): Promise<void>;
}

/**
 * Runs `work`, which must not throw, whenever it is woken. Wakes during a run cause one more run.
 */
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
      // A wake may arrive after the last check and before this callback.
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
