import { eventCatalog } from '../events/catalog.ts';
import type { EventType } from '../events/event.ts';
import type { JsonObject } from './json.ts';
import type { SchemaComponents } from './schema-components.ts';

/** The members of every event, whatever its type. */
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
      description: 'The same for every delivery of this event. Store it to detect duplicates.',
    },
    type: { type: 'string' },
    occurredAt: { type: 'string', format: 'date-time' },
    actor: {
      type: 'object',
      required: ['type', 'id'],
      properties: {
        type: { enum: ['user', 'client', 'service', 'system', 'setup'] },
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

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

/** The headers of every delivery (Standard Webhooks 1.0.0). */
const signatureHeaders: readonly JsonObject[] = [
  header(
    'webhook-id',
    'Id of the message, which is the same for every retry.',
    'evt_01h455vb4pex5vsknk084sn02q',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was signed, in seconds since the Unix epoch.',
    '1795340000',
  ),
  header(
    'webhook-signature',
    'Space-separated list with one `v1,` signature for each active secret: HMAC-SHA-256 over `id.timestamp.body`, in base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const webhookOf = (type: string, event: EventType, schemas: SchemaComponents): JsonObject => ({
  post: {
    operationId: `webhook_${type.replace(/\./g, '_')}`,
    tags: ['Events'],
    summary: event.description,
    security: [],
    parameters: signatureHeaders,
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
      '2XX': {
        description:
          'The event was received. After any other response or a timeout, the delivery is retried.',
      },
    },
  },
});

/** Describes every event that an endpoint can subscribe to. */
export const webhookObjects = (schemas: SchemaComponents): JsonObject =>
  Object.fromEntries(
    (Object.entries(eventCatalog) as [string, EventType][])
      .filter(([, event]) => event.subscribable)
      .map(([type, event]) => [type, webhookOf(type, event, schemas)]),
  );
