import { z } from 'zod';
import { eventData, eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';

const at = '2026-11-20T05:41:00.123Z';
const id = 'whe_01m7vqhvjpfrhtg5g075cmmcw9';

/** Loose, because the schema of the resource refers to the catalog and cannot be imported here. */
const endpoint = z.looseObject({ id: z.string(), url: z.string(), status: z.string() });
const gone = z.object({ id: z.string() });
const secret = z.object({ id: z.string(), last4: z.string() });
const recovery = z.looseObject({
  id: z.string(),
  mode: z.string(),
  status: z.string(),
  examined: z.number(),
  enqueued: z.number(),
});

const exampleEndpoint = {
  id,
  url: 'https://hooks.example.com/platform',
  eventTypes: ['user.*'],
  purposes: ['events'],
  description: null,
  organizationIds: null,
  headerNames: [],
  payload: 'full',
  ordering: 'best_effort',
  rateLimitPerSecond: null,
  timeoutSeconds: 15,
  handshake: 'none',
  status: 'enabled',
  statusReason: null,
  statusChangedAt: at,
  secrets: [
    { id: 'whs_01m7vqhvjpfrhtg5g075cmmcw9', last4: 'Hh8=', createdAt: at, expiresAt: null },
  ],
  health: {
    circuit: 'closed',
    consecutiveFailures: 0,
    failingSince: null,
    lastSuccessAt: null,
    lastFailureAt: null,
    lastError: null,
    pendingDeliveries: 0,
    heldDeliveries: 0,
  },
  blockedBy: [],
  sourceAddresses: [],
  createdAt: at,
  updatedAt: at,
};

const webhook = (
  description: string,
  more: Record<string, z.ZodType> = {},
  example: Record<string, unknown> = {},
): EventType =>
  eventType({
    description,
    emittedBy: 'outbound',
    subject: 'webhook_endpoint',
    severity: 'high',
    data: eventData('webhookEndpoint', endpoint, more),
    example: { webhookEndpoint: exampleEndpoint, ...example },
  });
const lastError = { lastError: z.string().nullable() };
const failing = { lastError: 'timeout' };

/** Events of webhook endpoints. An event about an endpoint is never delivered to it. */
export const webhookEvents = {
  'webhook.endpoint_created': webhook('A webhook endpoint was created.'),
  'webhook.endpoint_updated': webhook(
    'A webhook endpoint was updated, enabled or disabled.',
    { changed: z.array(z.string()), previous: z.record(z.string(), z.unknown()) },
    { changed: ['/description'], previous: { '/description': 'Old' } },
  ),
  'webhook.endpoint_deleted': eventType({
    description: 'A webhook endpoint was deleted, and its open deliveries were cancelled.',
    emittedBy: 'outbound',
    subject: 'webhook_endpoint',
    severity: 'high',
    data: eventData('webhookEndpoint', gone),
    example: { webhookEndpoint: { id } },
  }),
  'webhook.endpoint_failing': {
    ...webhook('A webhook endpoint has been failing for a while.', lastError, failing),
    severity: 'medium' as const,
  },
  'webhook.endpoint_recovered': {
    ...webhook('A failing webhook endpoint accepted a delivery again.'),
    severity: 'low' as const,
  },
  'webhook.endpoint_auto_disabled': {
    ...webhook(
      'A webhook endpoint was disabled because no delivery succeeded for days or because it returned 410.',
      lastError,
      failing,
    ),
    severity: 'medium' as const,
  },
  'webhook.secret_rotated': webhook(
    'The signing secret of a webhook endpoint was rotated.',
    { secret },
    { secret: { id: 'whs_01m7vqhvjpfrhtg5g075cmmcw9', last4: 'Hh8=' } },
  ),
  'webhook.secret_revoked': webhook(
    'A signing secret of a webhook endpoint was revoked.',
    { secret },
    { secret: { id: 'whs_01m7vqhvjpfrhtg5g075cmmcw9', last4: 'Hh8=' } },
  ),
  'webhook.recovery_completed': {
    ...webhook(
      'A recovery completed. The events that it found have been enqueued.',
      { recovery },
      {
        recovery: {
          id: 'whr_01m7vqhvjpfrhtg5g075cmmcw9',
          mode: 'missing',
          since: at,
          until: at,
          eventTypes: null,
          status: 'COMPLETED',
          examined: 12,
          enqueued: 3,
          createdAt: at,
          completedAt: at,
        },
      },
    ),
    severity: 'low' as const,
  },
  'webhook.test': {
    ...webhook('A test event, sent on request to a single endpoint.'),
    severity: 'low' as const,
    subscribable: false,
  },
};
