import { z } from 'zod';
import { listOf, paging, queryInteger } from '../common/list.ts';
import { timeInput } from '../common/text.ts';
import { eventCatalog, findEventType } from '../events/catalog.ts';
import { familyOf } from '../events/event.ts';
import { allOf, anyOf, operations } from '../operation.ts';
import { Event, EventPage, EventTypeResource, EventTypeSummary } from './event.ts';

const maxTypes = 20;

const familiesOf = (...channels: string[]): ReadonlySet<string> =>
  new Set(
    Object.entries(eventCatalog)
      .filter(([, type]) => channels.includes(type.channel))
      .map(([name]) => familyOf(name)),
  );
const readableFamilies = familiesOf('events');
const families = familiesOf('events', 'audit');
const isKnown = (entry: string): boolean =>
  entry.endsWith('.*')
    ? readableFamilies.has(entry.slice(0, -2))
    : findEventType(entry)?.channel === 'events';

/**
 * A type, a family, or several. Rejects an unknown one, so that a typing error does not look like
 * an absence of events.
 */
const typeFilter = z
  .string()
  .transform((list) => [...new Set(list.split(','))].sort())
  .refine((entries) => entries.length <= maxTypes, { error: `must name at most ${maxTypes} types` })
  .refine((entries) => entries.every(isKnown), {
    error: 'must be event types or families such as "user.*", separated by commas',
  });

const position = ['cursor', 'start', 'afterId'] as const;

const query = z
  .strictObject({
    type: typeFilter
      .optional()
      .describe(
        'An event type, or `family.*` for a family of types. Separate up to 20 values with commas.',
      ),
    actorId: z.string().min(1).max(255).optional(),
    organizationId: z.string().min(1).max(255).optional(),
    ...paging,
    start: z
      .union([z.enum(['oldest', 'latest']), timeInput])
      .optional()
      .describe(
        'Where to start if there is no cursor: `oldest` (default), `latest`, or an ingestion time.',
      ),
    afterId: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        'Id of the event after which to start. Use it to change filters without losing your position.',
      ),
    wait: queryInteger(0, 30).default(0).describe('Number of seconds to wait for new events.'),
  })
  .refine((given) => position.filter((name) => given[name] !== undefined).length <= 1, {
    error: 'cannot be combined; send one of cursor, start and afterId',
    path: ['start'],
  });

const readTypes = anyOf('tenant:events.read', 'tenant:webhooks.read');

/** Operations on the event log of a tenant and the catalog of types. */
export const eventOperations = operations({
  eventsList: {
    method: 'get',
    path: '/api/v1/events',
    scopes: allOf('tenant:events.read'),
    summary: 'Lists events, oldest first',
    query,
    response: EventPage,
    errors: ['cursor_expired'],
    mode: 'external',
    noEtag: true,
    longPoll: true,
    firstByteSeconds: 40,
    description:
      'Store `nextCursor` after you process a page and continue from it, so that no event is skipped. A page can be short or empty even if `hasMore` is true. A 410 `cursor_expired` response contains `oldestCursor`.',
  },
  eventsGet: {
    method: 'get',
    path: '/api/v1/events/{id}',
    scopes: allOf('tenant:events.read'),
    summary: 'Gets an event',
    response: Event,
    errors: [],
  },
  eventTypesList: {
    method: 'get',
    path: '/api/v1/event-types',
    scopes: readTypes,
    summary: 'Lists event types',
    response: listOf(EventTypeSummary),
    errors: [],
    noEtag: true,
    query: z.strictObject({
      family: z
        .string()
        .refine((name) => families.has(name), { error: 'must be a family of the catalog' })
        .meta({ enum: [...families].sort() })
        .optional()
        .describe('Returns only this family, such as `user`.'),
      ...paging,
    }),
  },
  eventTypesGet: {
    method: 'get',
    path: '/api/v1/event-types/{type}',
    scopes: readTypes,
    summary: 'Gets an event type',
    response: EventTypeResource,
    errors: [],
    description: 'Includes the JSON Schema of `data` and an example.',
  },
});
