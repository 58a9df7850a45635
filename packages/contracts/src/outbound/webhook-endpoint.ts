import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { eventCatalog } from '../events/catalog.ts';
import { familyOf } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import { idSchema } from '../ids.ts';
import { headerValue, headersOf, receiverUrl } from './receiver.ts';
import { WebhookBlock } from './webhook-block.ts';

const coded = (code: string, error: string) => ({ error, params: { code } });

const subscribable = new Set(
  Object.entries(eventCatalog as Record<string, EventType>)
    .filter(([, e]) => e.subscribable && e.channel === 'events')
    .map(([name]) => name),
);
const families = new Set([...subscribable].map(familyOf));

/**
 * Whether a webhook endpoint may subscribe to this: a subscribable type of the catalog, `family.*`,
 * or `*`.
 */
export const isSubscription = (entry: string): boolean =>
  entry === '*' ||
  subscribable.has(entry) ||
  (entry.endsWith('.*') && families.has(entry.slice(0, -2)));

const unique = (list: readonly string[]): boolean => new Set(list).size === list.length;

const eventTypes = z
  .array(
    z
      .string()
      .max(128)
      .refine(
        isSubscription,
        coded('unknown_event_type', 'is not an event type that endpoints can subscribe to'),
      ),
  )
  .max(100)
  .refine(unique, { error: 'must not repeat an entry' })
  .meta({ uniqueItems: true })
  .describe('Event types, `family.*`, or `*`. Wildcards also match types that are added later.');

/** A secret supplied by the caller: `whsec_` and the base64 of 24 to 64 bytes. */
export const webhookSecret = z
  .string()
  .regex(/^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, {
    error: 'must be whsec_ followed by base64',
  })
  .refine(
    (s) => {
      const base64 = s.slice(6);
      const padding = base64.length - base64.replace(/=+$/, '').length;
      const bytes = (base64.length / 4) * 3 - padding;
      return bytes >= 24 && bytes <= 64;
    },
    { error: 'must contain 24 to 64 bytes' },
  )
  .meta({ minLength: 38, maxLength: 94 });

/** The purpose of an endpoint. */
export const WebhookPurpose = z.enum(['events', 'claims']);
const purposes = z
  .array(WebhookPurpose)
  .min(1)
  .max(2)
  .refine(unique, { error: 'must not repeat an entry' })
  .meta({ uniqueItems: true })
  .optional();
const ownStatus = z.enum(['enabled', 'disabled']);

const writable = {
  url: receiverUrl.describe(
    'URL to which events are delivered: an https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
  ),
  eventTypes,
  description: text({ min: 0, max: 256 }).nullable(),
  organizationIds: z
    .array(idSchema('organization'))
    .max(50)
    .refine(unique, { error: 'must not repeat an id' })
    .meta({ uniqueItems: true })
    .nullable()
    .describe(
      'Delivers only events of these organizations. If null, delivers all events, including those without an organization.',
    ),
  payload: z.enum(['full', 'thin']).describe('`thin` sends only ids, with an empty `data` object.'),
  ordering: z
    .enum(['best_effort', 'strict'])
    .describe(
      '`strict` sends one delivery at a time, in sequence order. A failing delivery holds back all later ones.',
    ),
  rateLimitPerSecond: z
    .number()
    .int()
    .min(1)
    .max(100)
    .nullable()
    .describe('Maximum number of attempts per second. Deliveries above the limit are delayed.'),
  timeoutSeconds: z
    .number()
    .int()
    .min(3)
    .max(30)
    .describe('Maximum duration of an attempt, from the DNS lookup to the end of the response.'),
  handshake: z
    .enum(['none', 'cloudevents'])
    .describe(
      'Whether the target must consent before any event is sent (CloudEvents HTTP webhook §4).',
    ),
  status: ownStatus,
};

/** Body of POST. */
export const CreateWebhookEndpointRequest = z
  .strictObject({
    ...z.strictObject(writable).partial().shape,
    url: writable.url,
    purposes: purposes.describe(
      'An endpoint with the purpose `claims` can be used as a claim source. Cannot be changed after creation.',
    ),
    headers: headersOf(headerValue)
      .optional()
      .describe('Headers to send with each attempt. Encrypted at rest. Write-only.'),
    secret: webhookSecret
      .optional()
      .describe(
        'Your own signing secret, so that you can migrate from another sender without changing the receiver. Write-only.',
      ),
  })
  .superRefine(({ eventTypes: types, purposes = ['events'] }, context) => {
    if (!types?.length && purposes.includes('events'))
      context.addIssue({
        code: 'custom',
        path: ['eventTypes'],
        message: 'is required for endpoints with the purpose events',
        params: { code: 'required' },
      });
  })
  .meta({ id: 'CreateWebhookEndpointRequest' });

/** Body of PATCH: a merge patch, `headers` member by member. */
export const UpdateWebhookEndpointRequest = z
  .strictObject({
    ...z.strictObject(writable).partial().shape,
    purposes: purposes.describe('Cannot be changed: a different value returns 422 `immutable`.'),
    headers: headersOf(headerValue.nullable()).optional(),
  })
  .meta({ id: 'UpdateWebhookEndpointRequest' });

/** Why an attempt failed. Deliberately coarse. */
export const AttemptError = z.enum([
  'dns_failed',
  'address_blocked',
  'connect_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'connection_reset',
  'malformed_response',
  'redirect_not_followed',
  'http_status',
  'secret_unavailable',
  'process_died',
]);

/** Metadata of an endpoint's secret. */
export const WebhookSecretInfo = z.object({
  id: idSchema('webhookSecret'),
  last4: z.string(),
  createdAt: time,
  expiresAt: time.nullable(),
});

/** An endpoint, as returned by the API. */
export const WebhookEndpoint = z
  .object({
    id: idSchema('webhookEndpoint'),
    url: z.string(),
    eventTypes: z.array(z.string()),
    purposes: z.array(WebhookPurpose),
    description: z.string().nullable(),
    organizationIds: z.array(z.string()).nullable(),
    headerNames: z.array(z.string()),
    payload: writable.payload,
    ordering: writable.ordering,
    rateLimitPerSecond: z.number().int().nullable(),
    timeoutSeconds: z.number().int(),
    handshake: writable.handshake,
    status: z.enum(['enabled', 'disabled', 'auto_disabled']),
    statusReason: z.enum(['admin', 'failing', 'gone']).nullable(),
    statusChangedAt: time,
    secrets: z.array(WebhookSecretInfo).describe('Active secrets, newest first.'),
    health: z.object({
      circuit: z.enum(['closed', 'open', 'half_open']),
      consecutiveFailures: z.number().int(),
      failingSince: time.nullable(),
      lastSuccessAt: time.nullable(),
      lastFailureAt: time.nullable(),
      lastError: AttemptError.nullable(),
      pendingDeliveries: z.number().int().describe('Counted up to 10,000.'),
      heldDeliveries: z.number().int().describe('Counted up to 10,000.'),
    }),
    blockedBy: z
      .array(WebhookBlock)
      .describe('Reasons why deliveries to the endpoint are currently not sent.'),
    sourceAddresses: z
      .array(z.string())
      .describe("Static egress IP addresses of the platform, for the receiver's firewall."),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'WebhookEndpoint' });

/** An endpoint with its newest secret, which is shown only once. */
export const WebhookEndpointWithSecret = WebhookEndpoint.extend({ secret: z.string() }).meta({
  id: 'WebhookEndpointWithSecret',
});

/** The list of endpoints. */
export const ListEnvelopeWebhookEndpointResponse = listOf(WebhookEndpoint).meta({
  id: 'ListEnvelopeWebhookEndpointResponse',
});

/** Body of a rotation. */
export const RotateWebhookSecretRequest = z
  .strictObject({
    overlapSeconds: z
      .number()
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe('How long deliveries are also signed with the old secret.'),
    secret: webhookSecret.optional(),
  })
  .meta({ id: 'RotateWebhookSecretRequest' });

export type WebhookEndpointResource = z.infer<typeof WebhookEndpoint>;
export type WebhookEndpointCreation = z.infer<typeof CreateWebhookEndpointRequest>;
export type WebhookEndpointUpdate = z.infer<typeof UpdateWebhookEndpointRequest>;
export type WebhookAttemptError = z.infer<typeof AttemptError>;
