import { allPartitions } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import type { Logger } from '../telemetry/log.ts';
import type { Consumers, StreamPartition } from './consume.ts';
import type { FencedDatabase } from './fence.ts';
import { readMessage, tenantOfSubject } from './message.ts';

const batchSize = 500;

/** Returns the partitions of the stream `EVENTS`, with the subjects of these types. */
export const eventPartitions = (types: readonly EventTypeName[]): StreamPartition[] =>
  allPartitions.map((partition) => ({
    name: partition,
    filters: types.map((type) => `events.${partition}.*.${type}`),
  }));

/** A worker that applies events in batches of one tenant. */
export interface TenantBatches {
  /** Name in the database. A new name starts at the beginning of the stream. */
  name: string;
  types: readonly EventTypeName[];
  /** How long to wait for 500 events, in milliseconds; default 1000. */
  maxWaitMs?: number | undefined;
  /**
   * Applies events of one tenant, in order and at least once. When it rejects, all of them are
   * retried.
   */
  apply: (tenantId: string, events: PlatformEvent[], db: FencedDatabase) => Promise<void>;
}

/**
 * Starts a worker that applies events in batches of one tenant. Logs and skips an event that can
 * never be read.
 */
export function tenantBatches(
  { bus, log }: { bus: Pick<Consumers, 'consumeBatches'>; log: Logger },
  { name, types, maxWaitMs = 1_000, apply }: TenantBatches,
): { start(): void; stop(): Promise<void> } {
  let end: () => Promise<void> = async () => undefined;
  return {
    start() {
      end = bus.consumeBatches({
        name,
        stream: 'EVENTS',
        partitions: eventPartitions(types),
        maxMessages: batchSize,
        maxWaitMs,
        maxPending: 4 * batchSize,
        orderingKeyOf: tenantOfSubject,
        async apply(messages, db) {
          const received = messages.flatMap((message) => readMessage(message) ?? []);
          if (received.length < messages.length)
            log.error({ subject: messages[0]?.subject, consumer: name }, 'an event cannot be read');
          const [first] = received;
          if (!first) return;
          const events = received.map(({ event }) => event);
          await apply(first.tenantId, events, db);
        },
      });
    },
    stop: () => end(),
  };
}
