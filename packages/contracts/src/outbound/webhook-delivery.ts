import { z } from 'zod';
import { anyJson } from '../common/any-json.ts';
import { time, timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { HookCommand } from './hook-call.ts';
import { WebhookBlock } from './webhook-block.ts';
import { AttemptError } from './webhook-endpoint.ts';

/** One HTTP request for a delivery. */
export const WebhookAttempt = z
  .object({
    id: idSchema('webhookAttempt'),
    number: z.number().int(),
    trigger: z.enum(['scheduled', 'manual', 'test']),
    url: z.string().describe('The URL without its query string.'),
    startedAt: time,
    durationMs: z.number().int(),
    outcome: z.enum(['succeeded', 'failed', 'aborted']),
    error: AttemptError.nullable(),
    responseStatus: z.number().int().nullable(),
    responseHeaders: z
      .record(z.string(), z.string())
      .optional()
      .describe('Only content-type, retry-after, server and x-request-id. Omitted in lists.'),
    responseBody: z
      .string()
      .nullable()
      .optional()
      .describe('The beginning of the response body. Omitted in lists.'),
    responseBodyTruncated: z.boolean(),
    secretIds: z.array(z.string()),
  })
  .meta({ id: 'WebhookAttempt' });

/** States of a delivery. */
export const WebhookDeliveryStatus = z.enum([
  'pending',
  'in_flight',
  'succeeded',
  'dead_lettered',
  'held',
  'cancelled',
]);

/** Why a delivery ended without success. */
export const WebhookDeliveryReason = z.enum([
  'exhausted',
  'gone',
  'expired',
  'process_died',
  'endpoint_deleted',
  'event_unavailable',
]);

/** The delivery of one event to one endpoint. */
export const WebhookDelivery = z
  .object({
    id: idSchema('webhookDelivery'),
    endpointId: idSchema('webhookEndpoint'),
    eventId: z.string(),
    eventType: z.string(),
    sequence: z
      .number()
      .int()
      .nullable()
      .describe("Sequence number of the event in the tenant's event log. Null for a test."),
    trigger: z.enum(['event', 'recovery', 'test']),
    status: WebhookDeliveryStatus,
    reason: WebhookDeliveryReason.nullable(),
    createdAt: time,
    nextAttemptAt: time
      .nullable()
      .describe(
        'The earliest time of the next attempt. If it is in the past, the attempt is due and queued. Null if no attempt is planned or if it is unknown when a block ends.',
      ),
    blockedBy: z
      .array(WebhookBlock)
      .describe('Reasons why a pending or held delivery is not sent when it is due.'),
    expiresAt: time,
    completedAt: time.nullable(),
    attemptCount: z.number().int(),
    lastAttempt: WebhookAttempt.nullable(),
    attempts: z.array(WebhookAttempt).describe('At most 20 attempts, newest first.'),
  })
  .meta({ id: 'WebhookDelivery' });

/** Body that starts a recovery. */
export const RecoverWebhookEndpointRequest = z
  .strictObject({
    since: timeInput.describe('Includes events ingested at or after this time.'),
    until: timeInput
      .optional()
      .describe('Includes events ingested before this time. Defaults to now.'),
    mode: z
      .enum(['failed', 'missing'])
      .default('failed')
      .describe(
        '`failed` redelivers dead-lettered deliveries. `missing` creates deliveries for stored events that match but have no delivery.',
      ),
    eventTypes: z.array(z.string().max(128)).min(1).max(100).optional(),
  })
  .meta({ id: 'RecoverWebhookEndpointRequest' });

/** A recovery. */
export const WebhookRecovery = z
  .object({
    id: idSchema('webhookRecovery'),
    mode: z.enum(['failed', 'missing']),
    since: time,
    until: time,
    eventTypes: z.array(z.string()).nullable(),
    status: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
    examined: z.number().int(),
    enqueued: z.number().int(),
    createdAt: time,
    completedAt: time.nullable(),
  })
  .meta({ id: 'WebhookRecovery' });

/** Body of a test. */
export const HookTestRequest = z
  .strictObject({
    eventType: z
      .string()
      .max(128)
      .default('webhook.test')
      .describe('For an endpoint: the event type whose example is sent, with new ids.'),
    claims: z
      .strictObject({ clientId: z.string().min(1).max(128), subjectId: z.string().min(1).max(128) })
      .optional()
      .describe('For an endpoint: tests its claim schemas instead of sending an event.'),
    stageInput: z
      .record(z.string(), anyJson)
      .refine((input) => JSON.stringify(input).length <= 16_384, {
        error: 'must have at most 16384 characters as JSON',
      })
      .optional()
      .describe("For an inline hook: data that is merged into the example of the hook's stage."),
  })
  .meta({ id: 'HookTestRequest' });

/** The result of a test. */
export const HookTestResult = z
  .object({
    hookId: z.string(),
    hookKind: z.enum(['webhook_endpoint', 'claim_source', 'inline_hook', 'siem_sink']),
    delivered: z.boolean(),
    deliveryId: idSchema('webhookDelivery').nullable(),
    eventType: z.string().nullable(),
    attempt: WebhookAttempt,
    claims: z
      .record(
        z.string(),
        z.union([
          z.object({ error: z.enum(['no_answer', 'absent', 'invalid']) }),
          z.object({ value: z.unknown() }),
        ]),
      )
      .nullable()
      .describe('For each claim, its value or the reason why it has none.'),
    commands: z
      .array(HookCommand)
      .nullable()
      .describe('For an inline hook: the commands in its response that take effect at its stage.'),
  })
  .meta({ id: 'HookTestResult' });

export type HookTestInput = z.output<typeof HookTestRequest>;
export type WebhookDeliveryResource = z.infer<typeof WebhookDelivery>;
export type WebhookAttemptResource = z.infer<typeof WebhookAttempt>;
export type WebhookRecoveryResource = z.infer<typeof WebhookRecovery>;
