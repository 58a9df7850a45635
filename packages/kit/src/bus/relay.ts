import type { JetStreamClient } from '@nats-io/jetstream';
import { planByIndex } from '../database/plan-by-index.ts';
import { maintainPartitions } from '../upkeep/partitions.ts';
import { serialLoop } from '../async/serial-loop.ts';
import { findPendingShards } from './outbox-store.ts';
import { publishBatch } from './relay-batch.ts';
import { beginEra, endEra, newRelayContext, nextDueMs } from './relay-context.ts';
import type { RelayContext, RelayOptions } from './relay-context.ts';
import { reclaimLost } from './relay-recovery.ts';
import { backoff } from '../async/retry.ts';

/** Publishes the pending rows of all shards, concurrently. */
function relayPass(context: RelayContext): () => Promise<void> {
  const { db, jetstream, metrics } = context.options;
  const oldest = metrics.gauge('platform_outbox_oldest_seconds');
  const relayed = metrics.counter('platform_outbox_relayed_total');

  async function publishShard(js: JetStreamClient, shard: number): Promise<void> {
    while (!context.isStopped) {
      const { published, mayHaveMore } = await publishBatch(context, js, shard);
      relayed.inc(published);
      if (!mayHaveMore) return;
    }
  }

  return async () => {
    const js = jetstream();
    const [, pending] = await db.work((tx) =>
      Promise.all([planByIndex(tx), findPendingShards(tx)]),
    );
    oldest.set(Math.max(0, ...pending.map((p) => p.age)));
    if (!js || !context.isChecked) return;
    await Promise.all(pending.map(({ shard }) => publishShard(js, shard)));
  };
}

/**
 * Makes pending again what the streams have lost, and retries until it succeeds; nothing is
 * published before.
 */
async function checkStreams(context: RelayContext): Promise<void> {
  const { db, jetstream, log } = context.options;
  const mine = beginEra(context);
  for (let attempt = 1; mine === context.era && !context.isStopped; attempt++) {
    const js = jetstream();
    if (!js) return;
    try {
      await reclaimLost(db, js, log);
      context.isChecked = mine === context.era;
      return;
    } catch (error) {
      log.warn(
        { err: error },
        'the search for lost rows failed; publishing is paused until it succeeds',
      );
      await new Promise((resolve) =>
        setTimeout(resolve, backoff({ firstMs: 100, maxMs: 1_000 }, attempt)).unref(),
      );
    }
  }
}

/**
 * Publishes the pending rows of the outbox. Keeps no cursor, since a cursor would skip rows that
 * commit late: a row is pending while a row of `outbox_pending` covers it. Rows of one tenant are
 * published in the order of their positions, several at a time, but never a row before the previous
 * one with the same ordering key is acknowledged. Tenants are published concurrently.
 */
export function relay(options: RelayOptions) {
  const { db, log } = options;
  const context = newRelayContext(options);
  const pass = relayPass(context);
  const loop = serialLoop(async () => {
    await pass().catch((error: unknown) => log.warn({ err: error }, 'a run of the relay failed'));
    wakeWhenDue();
  });
  let rested: NodeJS.Timeout | undefined;
  /** Publishes chains that rest as soon as they are due, rather than at the next poll. */
  function wakeWhenDue(): void {
    clearTimeout(rested);
    const ms = nextDueMs(context);
    if (ms !== undefined && !context.isStopped) rested = setTimeout(loop.wake, ms + 1);
  }
  async function maintain(): Promise<void> {
    const { retentionMs } = options;
    try {
      // `outbox_published` decides which rows are still needed.
      await maintainPartitions(db, { table: 'outbox', unit: 'hour', retentionMs });
      await maintainPartitions(db, { table: 'outbox_published', unit: 'hour', retentionMs });
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be maintained');
    }
  }
  let timers: NodeJS.Timeout[] = [];

  return {
    /** Starts to look for rows. Has no effect when already started. */
    start(): void {
      if (timers.length > 0) return;
      timers = [
        setInterval(loop.wake, options.pollIntervalMs),
        setInterval(() => void maintain(), 600_000),
      ];
      void maintain();
      loop.wake();
    },
    /** Call after rows were written, to publish them without waiting for the next poll. */
    wake: loop.wake,
    /**
     * Call when the connection is lost: acknowledgements that are not recorded yet do not count.
     */
    disconnected: () => endEra(context),
    /**
     * Call after each (re)connect: makes pending again what the streams have lost, retries until it
     * succeeds, and then publishes.
     */
    async reconnected(): Promise<void> {
      await checkStreams(context);
      loop.wake();
    },
    async stop(): Promise<void> {
      context.isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await loop.stop();
      clearTimeout(rested);
    },
  };
}

/** See {@link relay}. */
export type Relay = ReturnType<typeof relay>;
