import { eventCatalog } from '../events/catalog.ts';
import type { EventType } from '../events/event.ts';
import type { JsonObject } from './json.ts';
import type { SchemaComponents } from './schema-components.ts';

/** What every event carries, whatever it tells. */
export const eventSchema: JsonObject = {
  type: 'object',
  required: [
    'id',
    'type',
    'occurredAt',
    'actor',
    'organizationId',
    'subject',
    'data',
    'schemaVersion',
  ],
  properties: {
    id: {
      type: 'string',
      description: 'The same in every delivery of this event: keep it to apply each once.',
    },
    type: { type: 'string' },
    occurredAt: { type: 'string', format: 'date-time' },
    actor: {
      type: 'object',
      required: ['type', 'id'],
      properties: {
        type: { enum: ['user', 'client', 'service', 'system'] },
        id: { type: 'string' },
      },
    },
    organizationId: { type: ['string', 'null'] },
    subject: {
      type: 'object',
      required: ['type', 'id'],
      properties: { type: { type: 'string' }, id: { type: 'string' } },
    },
    data: { type: 'object' },
    schemaVersion: { type: 'integer' },
  },
};

const webhookOf = (type: string, event: EventType, schemas: SchemaComponents): JsonObject => ({
  post: {
    operationId: `webhook_${type.replace(/\./g, '_')}`,
    tags: ['Events'],
    summary: event.description,
    security: [],
    ...(event.deprecated ? { deprecated: true } : {}),
    'x-severity': event.severity,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Event' },
              {
                type: 'object',
                properties: { type: { const: type }, data: schemas.use(event.data, 'output') },
              },
            ],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Any other answer, or none, and the delivery is tried again.' },
    },
  },
});

/** Every event that an endpoint may subscribe to. */
export const webhookObjects = (schemas: SchemaComponents): JsonObject =>
  Object.fromEntries(
    (Object.entries(eventCatalog) as [string, EventType][])
      .filter(([, event]) => event.subscribable)
      .map(([type, event]) => [type, webhookOf(type, event, schemas)]),
  );
