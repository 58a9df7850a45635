import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { time } from '../common/text.ts';

/** A fact, as receivers, sinks and pollers get it. */
export const Event = z
  .object({
    id: z.string(),
    type: z.string().describe('`family.fact`; newer types than this reference knows may come.'),
    occurredAt: time,
    actor: ActorSchema,
    organizationId: z.string().nullable(),
    subject: z.object({ type: z.string(), id: z.string() }),
    data: z
      .record(z.string(), z.unknown())
      .describe("The resource under its name; see the type's dataSchema."),
    schemaVersion: z.int(),
  })
  .meta({ id: 'Event' });

/** A page of events. The cursor always stands: behind the last event examined. */
export const EventPage = z
  .object({ data: z.array(Event), nextCursor: z.string(), hasMore: z.boolean() })
  .meta({ id: 'ListEnvelopeEvent' });

/** What the catalog says of a type, in lists. */
export const EventTypeSummary = z
  .object({
    type: z.string(),
    family: z.string(),
    description: z.string(),
    severity: z.enum(['low', 'medium', 'high']),
    schemaVersion: z.int(),
    deprecated: z.boolean(),
    subscribable: z.boolean().describe('May a webhook endpoint ask for it?'),
    emittedBy: z.string(),
  })
  .meta({ id: 'EventTypeSummary' });

/** What the catalog says of one type. */
export const EventTypeResource = EventTypeSummary.extend({
  dataSchema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of `data`.'),
  example: Event,
}).meta({ id: 'EventType' });
