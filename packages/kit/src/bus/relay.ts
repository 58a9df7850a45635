import type { JetStreamClient } from '@nats-io/jetstream';
import { planByIndex } from '../database/plan-by-index.ts';
import { maintainPartitions } from '../upkeep/partitions.ts';
import { serialLoop } from '../async/serial-loop.ts';
import { findPendingShards } from './outbox-store.ts';
import { publishBatch } from './relay-batch.ts';
import { beginEra, endEra, newRelayContext } from './relay-context.ts';
import type { RelayContext, RelayOptions } from './relay-context.ts';
import { reclaimLost } from './relay-recovery.ts';
import { backoff } from '../async/retry.ts';

/** Publishes what is pending in all shards, side by side. */
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

/** Makes pending again what the streams have lost, however often that must be tried; nothing is published before. */
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
        setTimeout(resolve, backoff({ firstMs: 100, maxMs: 5_000 }, attempt)).unref(),
      );
    }
  }
}

/**
 * Publishes the pending rows of the outbox. It keeps no cursor, since a cursor would skip rows that commit late: a row is
 * pending while a row of `outbox_pending` names it. Rows of one tenant go out in the order of their positions, a few on their way at a
 * time, and a row never before the one in front of it that has the same ordering key was acknowledged. Tenants go side by side.
 */
export function relay(options: RelayOptions) {
  const { db, log } = options;
  const context = newRelayContext(options);
  const pass = relayPass(context);
  const loop = serialLoop(() =>
    pass().catch((error: unknown) => log.warn({ err: error }, 'a run of the relay failed')),
  );
  async function maintain(): Promise<void> {
    const { retentionMs } = options;
    try {
      // What was published says which rows are still kept.
      await maintainPartitions(db, { table: 'outbox', unit: 'hour', retentionMs });
      await maintainPartitions(db, { table: 'outbox_published', unit: 'hour', retentionMs });
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be maintained');
    }
  }
  let timers: NodeJS.Timeout[] = [];

  return {
    /** Begins to look for rows; at each further connection it is under way. */
    start(): void {
      if (timers.length > 0) return;
      timers = [
        setInterval(loop.wake, options.pollIntervalMs),
        setInterval(() => void maintain(), 600_000),
      ];
      void maintain();
      loop.wake();
    },
    /** A row was written: do not wait for the next look. */
    wake: loop.wake,
    /** The connection is gone: nothing counts as published any more that was not written down. */
    disconnected: () => endEra(context),
    /** After a (re)connect: makes pending again what the streams have lost, however often that must be tried, and publishes from then on. */
    async reconnected(): Promise<void> {
      await checkStreams(context);
      loop.wake();
    },
    async stop(): Promise<void> {
      context.isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await loop.stop();
    },
  };
}

/** See {@link relay}. */
export type Relay = ReturnType<typeof relay>;
