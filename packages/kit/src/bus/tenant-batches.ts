import { allPartitions } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import type { Logger } from '../telemetry/log.ts';
import type { Consumers, StreamPartition } from './consume.ts';
import type { FencedDatabase } from './fence.ts';
import { readMessage, tenantOfSubject } from './message.ts';

const batchSize = 500;

/** The partitions of the stream `EVENTS`, with the subjects of these types. */
export const eventPartitions = (types: readonly EventTypeName[]): StreamPartition[] =>
  allPartitions.map((partition) => ({
    name: partition,
    filters: types.map((type) => `events.${partition}.*.${type}`),
  }));

/** What {@link tenantBatches} is asked to do. */
export interface TenantBatches {
  /** Its name in the database: another name begins with the start of the stream. */
  name: string;
  types: readonly EventTypeName[];
  /** Milliseconds to wait for 500 events; default 1000. */
  maxWaitMs?: number | undefined;
  /** Applies events of one tenant, in their order and at least once. When it rejects, all of them come again. */
  apply: (tenantId: string, events: PlatformEvent[], db: FencedDatabase) => Promise<void>;
}

/** A worker that applies events in batches of one tenant. One that can never be read is logged and left out. */
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
        maxInHand: 4 * batchSize,
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
