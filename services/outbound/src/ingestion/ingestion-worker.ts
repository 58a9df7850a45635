import { allPartitions } from '@platform/contracts';
import { bury } from '@platform/kit/bus';
import type { JsMsg } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import { batchIngestion } from './ingest-batch.ts';
import type { BatchIngestionOptions } from './ingest-batch.ts';
import type { Channel } from './ingested.ts';

const streams = { events: 'EVENTS', audit: 'AUDIT' } as const;
const batchSize = 256;
const batchMs = 25;
/** Beyond a batch in hand and one that waits: events of tenants that cannot be stored at the moment. */
const maxAckPending = 4 * batchSize;
/** The third word of a subject. */
const tenantOf = ({ subject }: JsMsg): string => subject.split('.')[2] as string;

/** Lets at most `limit` run at once, so that ingestion never takes every connection from requests. */
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

/** Feeds the logs from the bus: a durable consumer a partition and channel, each with one holder among the pods. */
export function ingestionWorker(
  { db, bus, log, metrics, common }: Platform,
  options: Pick<BatchIngestionOptions, 'hooks' | 'onGrown'>,
): Worker {
  const stop = new AbortController();
  const pass = gate(Math.max(2, Math.floor(common.maxConnections / 2)));
  const onBatch = batchIngestion({
    ...options,
    db,
    metrics,
    bury: async (message, reason) => {
      const js = bus.jetstream();
      if (!js) throw new Error('the bus is away');
      log.error(
        { subject: message.subject, seq: message.seq, reason },
        'a message can never be stored; it is in DLQ',
      );
      await bury(js, 'outbound', message, reason);
    },
  });
  let running: Promise<unknown> | undefined;

  const hold = (channel: Channel, partition: string): Promise<void> =>
    bus.leases.hold(`ingest-${channel}-${partition}`, stop.signal, (signal) =>
      bus.batches(
        {
          stream: streams[channel],
          durable: `outbound-${channel}-${partition}`,
          filter: `${channel}.${partition}.>`,
          maxMessages: batchSize,
          maxWaitMs: batchMs,
          maxAckPending,
          laneOf: tenantOf,
          onBatch: (messages) => pass(() => onBatch(channel, messages)),
        },
        signal,
      ),
    );

  return {
    start() {
      running = Promise.all(
        (['events', 'audit'] as const).flatMap((channel) =>
          allPartitions.map((partition) => hold(channel, partition)),
        ),
      );
    },
    async stop() {
      stop.abort();
      await running;
    },
  };
}
