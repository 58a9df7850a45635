import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { ConsumerConfig, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { Logger } from '../telemetry/log.ts';
import type { StreamPosition } from './message.ts';
import type { EventStream } from './topology.ts';

/** Upper bound of the clock difference between servers of one cluster. */
const clockSkewMs = 10_000;
const pullMs = 20_000;
/** Two missing heartbeats end a pull. */
const heartbeatMs = 2_000;
/**
 * The server deletes the consumer of a reader that does not return; a reader that only waited
 * creates a new one.
 */
const inactiveMs = 30_000;

/** Selects what to read of a stream. */
export interface ReadOptions {
  stream: EventStream;
  filters: readonly string[];
  /** Position of the last message read; undefined for the start of the stream. */
  after: StreamPosition | undefined;
}

/**
 * Whether the stream is unchanged up to this position. After a crash, a server may have lost the
 * end of it and given its sequence numbers to other messages: only the time of storage
 * distinguishes them.
 */
async function isIntact(
  manager: JetStreamManager,
  stream: string,
  place: StreamPosition,
): Promise<boolean> {
  if (place.storedAt !== undefined) {
    const message = await manager.streams.getMessage(stream, { seq: place.seq });
    if (message) return Math.abs(message.time.getTime() - place.storedAt) <= 1;
  }
  const { first_seq: first, last_seq: last } = (await manager.streams.info(stream)).state;
  // Positions before the stream's first message have expired.
  return place.seq < first ? place.seq <= last : place.seq <= last && place.storedAt === undefined;
}

async function startOf(
  manager: JetStreamManager,
  { stream, after }: ReadOptions,
  log: Logger,
): Promise<Partial<ConsumerConfig>> {
  if (!after || after.seq === 0) return { deliver_policy: DeliverPolicy.All };
  if (await isIntact(manager, stream, after))
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after.seq + 1 };
  log.warn({ stream, after }, 'the end of a stream was lost; newer messages are read again');
  if (after.storedAt === undefined) return { deliver_policy: DeliverPolicy.All };
  // Messages that reused the lost numbers were stored later than the lost ones.
  return {
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(after.storedAt - clockSkewMs).toISOString(),
  };
}

/** Reads a stream in order. */
export interface StreamReader {
  /**
   * Reads up to `max` messages; resolves when they have arrived, or after some seconds. Rejects if
   * a message was missed.
   */
  read(max: number, see: (message: JsMsg) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens a reader, which lasts as long as the connection. `stop` ends its wait for messages. */
export async function openReader(
  js: JetStreamClient,
  options: ReadOptions,
  stop: AbortSignal,
  log: Logger,
): Promise<StreamReader> {
  const { stream, filters } = options;
  const manager = await js.jetstreamManager();
  const info = await manager.consumers.add(stream, {
    ...(await startOf(manager, options, log)),
    filter_subjects: [...filters],
    ack_policy: AckPolicy.None,
    inactive_threshold: nanos(inactiveMs),
    mem_storage: true,
    num_replicas: 1,
  });
  const consumer = js.consumers.getConsumerFromInfo(info);
  let delivered = 0;
  return {
    async read(max, see) {
      if (stop.aborted) return;
      const messages = await consumer.fetch({
        max_messages: max,
        expires: pullMs,
        idle_heartbeat: heartbeatMs,
      });
      const end = (): void => messages.stop();
      stop.addEventListener('abort', end, { once: true });
      if (stop.aborted) end();
      try {
        for await (const message of messages) {
          if (stop.aborted) return;
          delivered += 1;
          if (message.info.deliverySequence !== delivered)
            throw new Error('a message of the stream was missed');
          see(message);
        }
      } finally {
        stop.removeEventListener('abort', end);
      }
    },
    close: async () =>
      void (await manager.consumers.delete(stream, info.name).catch(() => undefined)),
  };
}
