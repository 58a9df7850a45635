import { allPartitions } from '@platform/contracts';
import { deadLetter, tenantOfSubject } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import { batchIngestion } from './ingest-batch.ts';
import type { BatchIngestionOptions } from './ingest-batch.ts';
import type { Channel } from './ingested.ts';

const streams = { events: 'EVENTS', audit: 'AUDIT' } as const;
const batchSize = 256;
const batchMs = 25;
/** A batch in process, one that waits, and events of tenants that cannot be stored at the moment. */
const maxPending = 4 * batchSize;

/** Runs at most `limit` tasks concurrently, so that ingestion never takes every connection from requests. */
function gate(limit: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Feeds the logs from the bus: one consumer per channel, whose partitions are each held by one pod. */
export function ingestionWorker(
  { bus, log, metrics, common }: Pick<Platform, 'bus' | 'log' | 'metrics' | 'common'>,
  options: Pick<BatchIngestionOptions, 'hooks' | 'onGrown'>,
): Worker {
  const pass = gate(Math.max(2, Math.floor(common.maxConnections / 2)));
  const storeMessages = batchIngestion({
    ...options,
    metrics,
    deadLetter: async (message, reason) => {
      const js = bus.jetstream();
      if (!js) throw new Error('the bus is away');
      log.error(
        { subject: message.subject, seq: message.seq, reason },
        'a message cannot be stored; it was moved to the dead letters',
      );
      await deadLetter(js, { service: 'outbound', metrics }, message, reason);
    },
  });
  let ends: (() => Promise<void>)[] = [];

  const begin = (channel: Channel): (() => Promise<void>) =>
    bus.consumeBatches({
      name: `ingest-${channel}`,
      stream: streams[channel],
      partitions: allPartitions.map((partition) => ({
        name: partition,
        filters: [`${channel}.${partition}.>`],
      })),
      maxMessages: batchSize,
      maxWaitMs: batchMs,
      maxPending,
      orderingKeyOf: tenantOfSubject,
      apply: (messages, db) => pass(() => storeMessages(db, channel, messages)),
    });

  return {
    start() {
      ends = (['events', 'audit'] as const).map(begin);
    },
    async stop() {
      await Promise.all(ends.map((end) => end()));
    },
  };
}
