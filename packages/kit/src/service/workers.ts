import type { Bus, Leases } from '../bus/bus.ts';
import { deleteOlder } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log/log.ts';
import type { Gauge } from '../metrics/metrics.ts';

/** Work in the background of a service. */
export interface Worker {
  start(): void;
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Runs `work` every `intervalMs`, one at a time, first at once; what fails is logged and tried again next time. */
export function every(
  intervalMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
): Worker & { wake(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  const turn = (): void => {
    clearTimeout(timer);
    if (stopped || running) return;
    running = work()
      .then(
        () => undefined,
        (error: unknown) => {
          if (!stopped)
            log.warn({ err: error, job: name }, 'a background job failed; it runs again');
        },
      )
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(turn, intervalMs);
      });
  };
  return {
    start: turn,
    wake: turn,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Runs `work` as soon as the bus has (re)connected, however short it was away, and every `intervalMs`. Where it fails, or
 * answers false, it runs again at the next look.
 */
export function atEachConnection(
  bus: Pick<Bus, 'isConnected' | 'connections'>,
  { intervalMs, lookMs = 2_000 }: { intervalMs: number; lookMs?: number },
  name: string,
  log: Logger,
  work: () => Promise<boolean>,
): Worker {
  let done = { connection: 0, at: -Infinity };
  return every(lookMs, name, log, async () => {
    const connection = bus.connections();
    const at = performance.now();
    if (!bus.isConnected() || (connection === done.connection && at - done.at < intervalMs)) return;
    if (await work()) done = { connection, at };
  });
}

/** Work that one pod does for all, again and again, until the signal aborts. Two at a moment must be harmless. */
export interface Chore {
  name: string;
  intervalMs: number;
  work: (signal: AbortSignal) => Promise<unknown>;
  /** What it shows for all pods; a pod that does it no longer shows nothing of it. */
  gauges?: readonly Pick<Gauge, 'reset'>[];
}

/** Does chores while this pod holds the service's lease `housekeeping`. While the bus is away nobody does. */
export function housekeeping(
  { leases, log }: { leases: Pick<Leases, 'hold'>; log: Logger },
  chores: readonly Chore[],
): Worker {
  const stop = new AbortController();
  let holding: Promise<void> | undefined;
  return {
    start() {
      holding = leases.hold('housekeeping', stop.signal, async (signal) => {
        const workers = chores.map(({ name, intervalMs, work }) =>
          every(intervalMs, name, log, () => work(signal)),
        );
        for (const worker of workers) worker.start();
        if (!signal.aborted)
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        await Promise.all(workers.map((worker) => worker.stop()));
        for (const { gauges = [] } of chores) for (const gauge of gauges) gauge.reset();
      });
    },
    async stop() {
      stop.abort();
      await holding;
    },
  };
}

/** Removes what the kit's own tables no longer need. */
export const kitSweep = (db: Database): Chore => ({
  name: 'sweep',
  intervalMs: 3_600_000,
  async work() {
    await deleteOlder(db, { table: 'idempotency_key', column: 'created_at', life: '24 hours' });
    await deleteOlder(db, { table: 'consumed_event', column: 'consumed_at', life: '14 days' });
  },
});
