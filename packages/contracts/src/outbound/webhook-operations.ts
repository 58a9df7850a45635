import { z } from 'zod';
import { Deletion, listOf, paging, queryInteger } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import {
  RecoverWebhookEndpointRequest,
  WebhookDelivery,
  WebhookDeliveryStatus,
  WebhookRecovery,
} from './webhook-delivery.ts';
import {
  CreateWebhookEndpointRequest,
  ListEnvelopeWebhookEndpointResponse,
  RotateWebhookSecretRequest,
  UpdateWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './webhook-endpoint.ts';
import { WebhookEndpointStatistics } from './webhook-statistics.ts';

const read = allOf('tenant:webhooks.read');
const write = allOf('tenant:webhooks.write');
const path = '/api/v1/webhook-endpoints';
const preview = 'webhook-endpoints';

/** Operations on webhook endpoints, their secrets, deliveries and recoveries. */
export const webhookOperations = operations({
  webhookEndpointList: {
    method: 'get',
    path,
    scopes: read,
    preview,
    summary: 'Lists webhook endpoints, newest first',
    query: z.strictObject(paging),
    response: ListEnvelopeWebhookEndpointResponse,
    schemaNames: { response: 'ListEnvelopeWebhookEndpointResponse' },
    errors: [],
    noEtag: true,
  },
  webhookEndpointCreate: {
    method: 'post',
    path,
    scopes: write,
    preview,
    mode: 'external',
    summary: 'Creates a webhook endpoint',
    body: CreateWebhookEndpointRequest,
    response: WebhookEndpointWithSecret,
    secretAnswer: true,
    errors: ['limit_exceeded'],
    maxBodyBytes: 262_144,
    firstByteSeconds: 20,
    description:
      'The secret is returned only once. With `handshake`, the target must consent first.',
  },
  webhookEndpointGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    preview,
    summary: 'Gets a webhook endpoint',
    response: WebhookEndpoint,
    errors: [],
  },
  webhookEndpointUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    preview,
    mode: 'external',
    summary: 'Updates a webhook endpoint',
    body: UpdateWebhookEndpointRequest,
    mergePatch: true,
    response: WebhookEndpoint,
    errors: ['precondition_failed', 'conflict'],
    maxBodyBytes: 262_144,
    firstByteSeconds: 20,
    description:
      'JSON Merge Patch (RFC 7396). Enabling an endpoint resumes held deliveries over the course of a minute.',
  },
  webhookEndpointDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    preview,
    summary: 'Deletes a webhook endpoint',
    response: Deletion,
    errors: ['precondition_failed', 'conflict'],
    description: 'Cancels open deliveries. No new attempt starts after the response.',
  },
  webhookEndpointStatistics: {
    method: 'get',
    path: `${path}/{id}/statistics`,
    scopes: read,
    preview,
    summary: "Gets statistics of an endpoint's deliveries",
    description: 'Counts the attempts for the newest 100,000 deliveries at most.',
    query: z.strictObject({
      hours: queryInteger(1, 168)
        .default(24)
        .describe('The hours to count, up to now. At most 168, a week.'),
    }),
    response: WebhookEndpointStatistics,
    errors: [],
    noEtag: true,
  },
  webhookEndpointDeliveries: {
    method: 'get',
    path: `${path}/{id}/deliveries`,
    scopes: read,
    preview,
    summary: "Lists an endpoint's deliveries, newest first",
    response: listOf(WebhookDelivery),
    errors: [],
    noEtag: true,
    query: z.strictObject({
      status: WebhookDeliveryStatus.optional(),
      eventType: z.string().max(128).optional(),
      eventId: z.string().max(64).optional(),
      ...paging,
    }),
    description:
      'Deliveries are kept as long as the events. Attempts are listed without bodies and headers; retrieve a single delivery to see them.',
  },
  webhookDeliveryGet: {
    method: 'get',
    path: `${path}/{id}/deliveries/{deliveryId}`,
    scopes: read,
    preview,
    summary: 'Gets a delivery with its attempts',
    response: WebhookDelivery,
    errors: [],
    description: 'Returns up to 20 attempts, newest first. Attempts are kept for 30 days.',
  },
  webhookDeliveryRedeliver: {
    method: 'post',
    path: `${path}/{id}/deliveries/{deliveryId}/redeliver`,
    scopes: write,
    preview,
    summary: 'Redelivers an event immediately',
    response: WebhookDelivery,
    errors: ['invalid_state', 'event_expired', 'precondition_failed'],
    description:
      'Uses the same `webhook-id`. A delivery that has already ended starts a new retry schedule.',
  },
  webhookEndpointRotateSecret: {
    method: 'post',
    path: `${path}/{id}/rotate-secret`,
    scopes: write,
    preview,
    stepUp: recentSignIn,
    summary: "Rotates an endpoint's signing secret",
    body: RotateWebhookSecretRequest,
    bodyOptional: true,
    response: WebhookEndpointWithSecret,
    secretAnswer: true,
    errors: ['precondition_failed'],
    description:
      'Deliveries are also signed with the old secret until it expires. An endpoint can have three active secrets; a fourth rotation removes the oldest immediately.',
  },
  webhookEndpointRevokeSecret: {
    method: 'delete',
    path: `${path}/{id}/secrets/{secretId}`,
    scopes: write,
    preview,
    stepUp: recentSignIn,
    summary: 'Revokes a signing secret immediately',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
    description:
      'Deliveries are no longer signed with the secret. The only active secret cannot be revoked (409 `invalid_state`); rotate it instead.',
  },
  webhookRecoveryStart: {
    method: 'post',
    path: `${path}/{id}/recoveries`,
    scopes: write,
    preview,
    summary: 'Starts a recovery of failed or missed events',
    body: RecoverWebhookEndpointRequest,
    response: WebhookRecovery,
    errors: ['conflict', 'invalid_state'],
    description:
      '`failed` redelivers dead-lettered deliveries; `missing` creates deliveries for stored events that match but have no delivery. Runs in the background, with one recovery at a time per endpoint.',
  },
  webhookRecoveryGet: {
    method: 'get',
    path: `${path}/{id}/recoveries/{recoveryId}`,
    scopes: read,
    preview,
    summary: 'Gets a recovery',
    response: WebhookRecovery,
    errors: [],
  },
});
