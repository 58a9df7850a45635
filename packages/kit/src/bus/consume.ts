import { familyOf } from '@platform/contracts';
import type { JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { SpanKind, runEntry } from '../telemetry/telemetry.ts';
import type { Tracing } from '../telemetry/telemetry.ts';
import { fencedDatabase } from './fence.ts';
import type { FencedDatabase } from './fence.ts';
import { deadLetter, isMeantFor } from './dead-letter.ts';
import { readMessage } from './message.ts';
import type { ReceivedEvent } from './message.ts';
import type { PartitionHolding } from './partition-holding.ts';
import { runPartition } from './partition-run.ts';
import type { EventStream } from './topology.ts';

/**
 * Applies an event. Writes through `db` commit only while this pod is the one that applies this
 * purpose.
 */
export type EventHandler = (received: ReceivedEvent, db: FencedDatabase) => Promise<void>;

/** A part of a stream that is applied in order, by one pod at a time. */
export interface StreamPartition {
  name: string;
  /** Subjects; may contain wildcards. */
  filters: readonly string[];
}

/** A consumer that applies messages in batches. */
export interface BatchConsumer {
  /** Name in the database. A consumer with a new name starts at the beginning of the stream. */
  name: string;
  stream: EventStream;
  partitions: readonly StreamPartition[];
  /** Largest batch, and how long to wait until it is full. */
  maxMessages: number;
  maxWaitMs: number;
  /**
   * Reading a partition pauses while this many of its messages are not applied, including those of
   * failing keys.
   */
  maxPending: number;
  /**
   * Messages with the same key are applied in order. A failure delays only the messages of its key.
   */
  orderingKeyOf: (message: JsMsg) => string;
  /**
   * Called for each message as it arrives, while earlier ones are applied, for computation that
   * does not depend on the database. Must not throw.
   */
  onRead?: (message: JsMsg) => void;
  /**
   * Applies messages of one ordering key, in order. When it rejects, all of them are retried, with
   * a growing pause; they may also repeat after a crash. `db` commits only while this pod holds the
   * partition.
   */
  apply: (messages: JsMsg[], db: FencedDatabase) => Promise<void>;
}

/** Returns the stream of an event type or family. */
const streamFor = (type: string): 'EVENTS' | 'PLATFORM' =>
  familyOf(type) === 'tenant' ? 'PLATFORM' : 'EVENTS';

/** Returns the subject filter of a type (`user.created`) or a family (`user.*`). */
export function filterFor(type: string): string {
  const name = type.endsWith('.*') ? `${familyOf(type)}.>` : type;
  return streamFor(type) === 'PLATFORM' ? `platform.${name}` : `events.*.*.${name}`;
}

const handlerBatch = 1;
const handlerMaxPending = 512;

/** Creates consumers of streams; their positions are in the database. */
export function streamConsumers({
  service,
  db,
  holding,
  connected,
  log,
  metrics,
  tracing,
}: {
  service: string;
  db: FencedDatabase;
  holding: PartitionHolding;
  connected: () => { js: JetStreamClient; signal: AbortSignal } | undefined;
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing | undefined;
}) {
  function reachable(): JetStreamClient {
    const connection = connected();
    if (!connection) throw new Error('the bus is away');
    return connection.js;
  }

  function consumeBatches(consumer: BatchConsumer): () => Promise<void> {
    const { name, partitions, apply } = consumer;
    return holding.add(
      name,
      partitions.map((one) => one.name),
      async (taken, progress, stop) => {
        const { filters } = partitions.find((one) => one.name === taken.partition)!;
        const fenced = fencedDatabase(db, taken);
        await runPartition(
          {
            ...consumer,
            filters,
            after: taken.place,
            connected,
            async apply(messages) {
              const mine = messages.filter((message) => isMeantFor(service, message));
              if (mine.length > 0) await apply(mine, fenced);
            },
            onApplied: progress.advance,
            log,
          },
          stop,
        );
      },
    );
  }

  async function applyOne(
    message: JsMsg,
    handle: EventHandler,
    fenced: FencedDatabase,
  ): Promise<void> {
    const received = readMessage(message);
    if (received) {
      const entry = {
        name: `consume ${received.event.type}`,
        kind: SpanKind.CONSUMER,
        requestId: undefined,
        traceparent: received.traceparent,
        access: {},
      };
      return runEntry(tracing, entry, () => handle(received, fenced));
    }
    log.error(
      { subject: message.subject, seq: message.seq },
      'a message cannot be read; it is in DLQ',
    );
    await deadLetter(reachable(), { service, metrics }, message, 'unreadable');
  }

  /** See `Bus.consume`. */
  function consume(purpose: string, types: readonly string[], handle: EventHandler): void {
    for (const stream of new Set(types.map(streamFor))) {
      const mine = types.filter((type) => streamFor(type) === stream);
      consumeBatches({
        name: `${purpose} ${stream}`,
        stream,
        partitions: [
          {
            name: 'all',
            filters: mine.map(filterFor),
          },
        ],
        maxMessages: handlerBatch,
        maxWaitMs: 0,
        maxPending: handlerMaxPending,
        orderingKeyOf: (message) => readMessage(message)?.tenantId ?? '',
        async apply(messages, fenced) {
          for (const message of messages) await applyOne(message, handle, fenced);
        },
      });
    }
  }

  return { consume, consumeBatches };
}

/** See {@link streamConsumers}. */
export type Consumers = ReturnType<typeof streamConsumers>;
