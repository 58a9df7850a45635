import { exampleEvent, partitionOf } from '@platform/contracts';
import type { EventTypeName, PlatformEvent } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { RunningService } from '@platform/kit/service';

/** Puts an event on the bus as an outbox of a sibling would; what is not said is that of the catalog's example. */
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
  // A busy server has no responder for a moment at times; the event keeps its id.
  await eventually(() => service.platform.bus.jetstream()?.publish(subject, message));
}
