import { exampleEvent, partitionOf } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { RunningService } from '@platform/kit/service';
import type { IngestionHooks } from '../src/ingestion/ingested.ts';

export const noHooks: IngestionHooks = {
  onIngested: async () => undefined,
  afterIngest: () => undefined,
  onRedacted: async () => undefined,
};

/** Returns a new event of a type. */
export const newEvent = (
  type: EventTypeName = 'user.created',
  more: Partial<PlatformEvent> = {},
): PlatformEvent => ({
  ...exampleEvent(type, { id: newId('event'), occurredAt: new Date().toISOString() }),
  ...more,
});

export const newEvents = (count: number): PlatformEvent[] =>
  Array.from({ length: count }, () => newEvent());

/** Publishes an event on the bus like an outbox, but bypasses the server's deduplication. */
export async function publishEvent(
  service: RunningService,
  tenantId: string,
  event: PlatformEvent,
): Promise<void> {
  const js = service.platform.bus.jetstream();
  const subject =
    event.type === 'audit.recorded'
      ? `audit.${partitionOf(tenantId)}.${tenantId}.test`
      : `events.${partitionOf(tenantId)}.${tenantId}.${event.type}`;
  await js?.publish(subject, cloudEvent('test', event, { tenantId }));
}
