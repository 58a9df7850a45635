import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { serialLoop } from '@platform/kit/async';
import type { Worker } from '@platform/kit/service';
import { claimDueQueues } from './push-store.ts';
import type { HeldQueue } from './push-store.ts';

/** What {@link pushWorker} needs. */
export interface PushWorkerOptions {
  db: Pick<Database, 'work'>;
  run: (held: HeldQueue, signal: AbortSignal) => Promise<void>;
  leaseMs: number;
  log: Logger;
  metrics: Metrics;
  tickMs?: number;
}

/** Receivers that one pod pushes to at once. */
const slots = 64;
/** Of those, receivers that failed last: when they hang, the others still have room. */
const failingSlots = slots / 4;

/** Takes queues that are due and pushes each by itself: a receiver that hangs holds up nobody but itself. */
export function pushWorker({
  db,
  run,
  leaseMs,
  log,
  metrics,
  tickMs = 500,
}: PushWorkerOptions): Worker & { wake(): void } {
  const used = metrics.gauge('platform_ssf_push_queues');
  const stopping = new AbortController();
  const running = { healthy: new Set<Promise<void>>(), failing: new Set<Promise<void>>() };
  let timer: NodeJS.Timeout | undefined;

  function start(held: HeldQueue, among: Set<Promise<void>>): void {
    const done = run(held, stopping.signal)
      .catch((error: unknown) => {
        // Its lease lapses, and the same token leaves again.
        if (!stopping.signal.aborted)
          log.warn({ err: error, receiverId: held.receiverId }, 'a queue could not be pushed');
      })
      .finally(() => {
        among.delete(done);
        used.set(running.healthy.size + running.failing.size);
        loop.wake();
      });
    among.add(done);
  }

  async function claim(isFailing: boolean): Promise<void> {
    const among = isFailing ? running.failing : running.healthy;
    const limit = (isFailing ? failingSlots : slots - failingSlots) - among.size;
    if (limit <= 0 || stopping.signal.aborted) return;
    const claimed = await db.work((tx) => claimDueQueues(tx, { isFailing, limit, leaseMs }));
    for (const held of claimed) start(held, among);
  }

  const loop = serialLoop(async () => {
    try {
      await claim(false);
      await claim(true);
      used.set(running.healthy.size + running.failing.size);
    } catch (error) {
      log.warn({ err: error }, 'due queues could not be claimed');
    }
  });

  return {
    wake: loop.wake,
    start() {
      timer = setInterval(loop.wake, tickMs);
      loop.wake();
    },
    async stop() {
      clearInterval(timer);
      await loop.stop();
      stopping.abort();
      await Promise.all([...running.healthy, ...running.failing]);
    },
  };
}
