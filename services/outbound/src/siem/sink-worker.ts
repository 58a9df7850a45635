import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/log';
import type { Worker } from '@platform/kit/service';
import { claimSinks, renewSinks } from './cursor-store.ts';
import type { HeldSink } from './cursor-store.ts';
import type { SinkTurn } from './sink-turn.ts';

/** What {@link sinkWorker} needs. */
export interface SinkWorkerOptions {
  db: Pick<Database, 'work'>;
  turn: SinkTurn;
  clock: () => number;
  log: Logger;
  tickMs?: number | undefined;
  leaseMs?: number | undefined;
  shutdownMs?: number | undefined;
}

/** Sinks that a pod works at once: each holds one batch in memory. */
const slots = 32;
/** Of these, for sinks that fail: they wait for time-outs. */
const failingSlots = 8;
const perTenant = 4;

interface Running {
  held: HeldSink;
  stop: AbortController;
  ended: Promise<void>;
}

/** Works sinks that are due, side by side: a slow one costs its own slot and no other sink's time. */
export function sinkWorker({
  db,
  turn,
  clock,
  log,
  tickMs = 1_000,
  leaseMs = 60_000,
  shutdownMs = 20_000,
}: SinkWorkerOptions): Worker & { wake(): void } {
  const running = new Map<string, Running>();
  let timer: NodeJS.Timeout | undefined;
  let renewal: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;

  function begin(held: HeldSink): void {
    const stop = new AbortController();
    const key = `${held.tenantId} ${held.sinkId}`;
    const ended = turn(held, stop.signal)
      .catch((error: unknown) => {
        // The lease runs out, and the sink is worked again from its cursor.
        if (!stop.signal.aborted)
          log.error({ err: error, sinkId: held.sinkId }, 'a turn of a sink failed');
      })
      .finally(() => {
        running.delete(key);
        wake();
      });
    running.set(key, { held, stop, ended });
  }

  function fullTenants(): string[] {
    const counts = new Map<string, number>();
    for (const { held } of running.values())
      counts.set(held.tenantId, (counts.get(held.tenantId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= perTenant).map(([tenantId]) => tenantId);
  }

  async function look(): Promise<void> {
    const free = slots - running.size;
    if (free <= 0) return;
    const found = await db.work((tx) =>
      claimSinks(tx, {
        healthy: Math.max(0, free - Math.max(0, failingSlots - running.size)),
        failing: Math.min(failingSlots, free),
        fullTenants: fullTenants(),
        now: clock(),
        leaseMs,
      }),
    );
    for (const held of found) begin(held);
  }

  function wake(): void {
    if (isStopped || looking) return;
    clearTimeout(timer);
    looking = look()
      .catch((error: unknown) => log.warn({ err: error }, 'due sinks could not be looked for'))
      .finally(() => {
        looking = undefined;
        if (!isStopped) timer = setTimeout(wake, tickMs);
      });
  }

  async function renew(): Promise<void> {
    const held = [...running.values()];
    if (held.length === 0) return;
    const kept = await db.work((tx) =>
      renewSinks(
        tx,
        held.map((one) => one.held),
        leaseMs,
      ),
    );
    for (const one of held) if (!kept.has(one.held.sinkId)) one.stop.abort();
  }

  return {
    wake,
    start() {
      wake();
      renewal = setInterval(
        () =>
          void renew().catch((error: unknown) =>
            log.warn({ err: error }, 'leases of sinks could not be renewed'),
          ),
        leaseMs / 3,
      );
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      const all = Promise.all([...running.values()].map(({ ended }) => ended));
      const limit = setTimeout(() => {
        for (const { stop } of running.values()) stop.abort();
      }, shutdownMs);
      await all;
      clearTimeout(limit);
      clearInterval(renewal);
    },
  };
}
