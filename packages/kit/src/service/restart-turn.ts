import type { Leases } from '../bus/bus.ts';

/** What {@link restartTurn} needs. */
export interface RestartTurnOptions {
  /** Leases that the pods of one service share; a process without a bus has none. */
  leases?: Pick<Leases, 'hold'> | undefined;
  /** Longest wait: the bus may be away because of the very value that changed. */
  maxWaitMs: number;
}

/**
 * Resolves when it is this process's turn to end: when no other pod of the service ends for the same reason, or when the wait was
 * too long. The lease is never given back by hand. It ends with the process and is free half a minute later, when the
 * container that took its place has usually started.
 */
export async function restartTurn({ leases, maxWaitMs }: RestartTurnOptions): Promise<void> {
  if (!leases) return;
  const stop = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    void leases.hold('restart', stop.signal, async () => {
      clearTimeout(timer);
      resolve();
      await new Promise(() => undefined);
    });
  });
}
