import { setTimeout as pause } from 'node:timers/promises';
import type { Exit } from './child.ts';

/** A running process or server. */
export interface SupervisedProcess {
  pid?: number;
  /** Resolves when it has exited for any reason; absent if that is unknown. */
  exited?: Promise<unknown>;
  stop(): Promise<unknown>;
}

export interface Supervised {
  readonly name: string;
  /** Of the running process. */
  readonly pid: number | undefined;
  /** Number of restarts. */
  readonly restarts: number;
  /** Resolves when it runs and is ready. */
  ready(): Promise<void>;
}

export interface SupervisorOptions {
  say: (line: string) => void;
  firstBackoffMs?: number;
  maxBackoffMs?: number;
  /** A process that has run for this long restarts without back-off. */
  stableMs?: number;
}

export interface Supervisor {
  readonly processes: ReadonlyMap<string, Supervised>;
  /** Runs it until `stop`, restarting it when it ends. Resolves when it is ready; rejects if its first start fails. */
  supervise(
    name: string,
    run: (stopping: AbortSignal) => Promise<SupervisedProcess>,
  ): Promise<Supervised>;
  /** Stops everything, in reverse order of starting. */
  stop(): Promise<void>;
}

const how = (exit: unknown): string => {
  const { code, signal } = (exit ?? {}) as Partial<Exit>;
  return signal ? `was ended by ${signal}` : `ended with code ${code ?? '?'}`;
};

/** Keeps named processes running. */
export const createSupervisor = (options: SupervisorOptions): Supervisor => {
  const { say, firstBackoffMs = 250, maxBackoffMs = 10_000, stableMs = 1_000 } = options;
  const processes = new Map<string, Supervised>();
  const ends: (() => Promise<void>)[] = [];
  const stopping = new AbortController();

  const supervise = async (
    name: string,
    run: (stopping: AbortSignal) => Promise<SupervisedProcess>,
  ): Promise<Supervised> => {
    let current: SupervisedProcess | undefined;
    let starting: Promise<SupervisedProcess> = run(stopping.signal);
    let restarts = 0;
    let failures = 0;

    const restart = async (): Promise<SupervisedProcess> => {
      for (;;) {
        const backoffMs =
          failures === 0 ? 0 : Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs);
        failures += 1;
        await pause(backoffMs, undefined, { signal: stopping.signal });
        restarts += 1;
        try {
          const running = await run(stopping.signal);
          say(`${name} runs again.`);
          return running;
        } catch (error) {
          say(
            `${name} could not be restarted: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
    };

    const watch = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        current = await starting;
        const since = Date.now();
        if (!current.exited) return;
        const exit = await current.exited;
        if (stopping.signal.aborted) return;
        if (Date.now() - since > stableMs) failures = 0;
        say(`${name} ${how(exit)}. Restarting it.`);
        // Releases the resources of a dead server: its claim on a folder.
        await current.stop();
        current = undefined;
        starting = restart();
        starting.catch(() => {});
      }
    };

    ends.push(async () => {
      const running = await starting.catch(() => undefined);
      await running?.stop();
    });
    current = await starting;
    const supervised: Supervised = {
      name,
      get pid() {
        return current?.pid;
      },
      get restarts() {
        return restarts;
      },
      ready: async () => void (await starting),
    };
    processes.set(name, supervised);
    watch().catch(() => {});
    return supervised;
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error: unknown) =>
        say(`Stopping: ${error instanceof Error ? error.message : String(error)}`),
      );
    }
  };
  return { processes, supervise, stop };
};
