import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { time } from '../common/text.ts';

/** An event in the form for receivers, sinks and pollers. */
export const Event = z
  .object({
    id: z.string(),
    type: z
      .string()
      .describe('The event type, such as `user.created`. New types can be added at any time.'),
    occurredAt: time,
    actor: ActorSchema,
    organizationId: z.string().nullable(),
    subject: z.object({ type: z.string(), id: z.string() }),
    data: z
      .record(z.string(), z.unknown())
      .describe(
        'The resource, in a property named after it. See the `dataSchema` of the event type.',
      ),
    schemaVersion: z.int(),
  })
  .meta({ id: 'Event' });

/** A page of events. Always has a cursor: after the last event examined. */
export const EventPage = z
  .object({ data: z.array(Event), nextCursor: z.string(), hasMore: z.boolean() })
  .meta({ id: 'ListEnvelopeEvent' });

/** A catalog entry in lists. */
export const EventTypeSummary = z
  .object({
    type: z.string(),
    family: z.string(),
    description: z.string(),
    severity: z.enum(['low', 'medium', 'high']),
    schemaVersion: z.int(),
    deprecated: z.boolean(),
    subscribable: z.boolean().describe('Whether webhook endpoints can subscribe to the type.'),
    emittedBy: z.string(),
  })
  .meta({ id: 'EventTypeSummary' });

/** The catalog entry of one type. */
export const EventTypeResource = EventTypeSummary.extend({
  dataSchema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 for `data`.'),
  example: Event,
}).meta({ id: 'EventType' });
