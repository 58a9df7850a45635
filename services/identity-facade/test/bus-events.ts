import { exampleEvent, partitionOf } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { RunningService } from '@platform/kit/service';

/** Publishes an event like the outbox of a sibling; unspecified members come from the catalog's example. */
export async function publishSiblingEvent(
  service: RunningService,
  tenantId: string,
  { type, ...more }: { type: EventTypeName } & Partial<PlatformEvent>,
): Promise<void> {
  const event: PlatformEvent = {
    ...exampleEvent(type, { id: newId('event'), occurredAt: new Date().toISOString() }),
    ...more,
  };
  const subject = `events.${partitionOf(tenantId)}.${tenantId}.${type}`;
  const message = cloudEvent('test', event, { tenantId });
  // A busy server may briefly have no responder; the event keeps its id.
  await eventually(() => service.platform.bus.jetstream()?.publish(subject, message));
}
