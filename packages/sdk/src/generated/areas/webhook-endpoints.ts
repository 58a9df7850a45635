// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type {
  CallOptions,
  ConditionalOptions,
  KeyedConditionalOptions,
  KeyedOptions,
} from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `webhookEndpoints`. */
export interface WebhookEndpointsResource {
  /**
   * Lists webhook endpoints, newest first.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const webhookEndpoint of platform.webhookEndpoints.list())
   *   console.log(webhookEndpoint);
   */
  list(
    options?: api.WebhookEndpointsListQuery & CallOptions,
  ): PagedCall<api.ListEnvelopeWebhookEndpointResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a webhook endpoint.
   *
   * The secret is returned only once. With `handshake`, the target must consent first.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const webhookEndpointWithSecret = await platform.webhookEndpoints.create({
   *   url: 'https://example.com/path',
   *   description: 'An example.',
   * });
   */
  create(
    body: api.CreateWebhookEndpointRequest,
    options?: KeyedOptions,
  ): Call<api.WebhookEndpointWithSecret, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;

  /**
   * Gets a webhook endpoint.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.read`.
   * @example
   * const webhookEndpoint = await platform.webhookEndpoints.get(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, options?: CallOptions): Call<api.WebhookEndpoint, CommonCode>;

  /**
   * Updates a webhook endpoint.
   *
   * JSON Merge Patch (RFC 7396). Enabling an endpoint resumes held deliveries over the course of a minute.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `conflict`, `precondition_failed`.
   * @example
   * const webhookEndpoint = await platform.webhookEndpoints.update(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   { description: 'An example.', url: 'https://example.com/path' },
   * );
   */
  update(
    id: string,
    body: api.UpdateWebhookEndpointRequest,
    options?: ConditionalOptions,
  ): Call<api.WebhookEndpoint, CommonCode | BodyCode | 'conflict' | 'precondition_failed'>;

  /**
   * Deletes a webhook endpoint.
   *
   * Cancels open deliveries. No new attempt starts after the response.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `conflict`, `precondition_failed`.
   * @example
   * await platform.webhookEndpoints.delete('whe_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'conflict' | 'precondition_failed'>;

  /**
   * Gets statistics of an endpoint's deliveries.
   *
   * Counts the attempts for the newest 100,000 deliveries at most.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.read`.
   * @example
   * const webhookEndpointStatistics = await platform.webhookEndpoints.getStatistics(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getStatistics(
    id: string,
    options?: api.WebhookEndpointsGetStatisticsQuery & CallOptions,
  ): Call<api.WebhookEndpointStatistics, CommonCode>;

  /**
   * Rotates an endpoint's signing secret.
   *
   * Deliveries are also signed with the old secret until it expires. An endpoint can have three active secrets; a fourth rotation removes the oldest immediately.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * const webhookEndpointWithSecret = await platform.webhookEndpoints.rotateSecret(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   { overlapSeconds: 86400, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
   * );
   */
  rotateSecret(
    id: string,
    body?: api.RotateWebhookSecretRequest,
    options?: KeyedConditionalOptions,
  ): Call<
    api.WebhookEndpointWithSecret,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication' | 'precondition_failed'
  >;

  /**
   * Revokes a signing secret immediately.
   *
   * Deliveries are no longer signed with the secret. The only active secret cannot be revoked (409 `invalid_state`); rotate it instead.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`, `precondition_failed`.
   * @example
   * await platform.webhookEndpoints.revokeSecret(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   'sec_01h455vb4pex5vsknk084sn02q',
   * );
   */
  revokeSecret(
    id: string,
    secretId: string,
    options?: ConditionalOptions,
  ): Call<
    api.Deletion,
    CommonCode | 'insufficient_user_authentication' | 'invalid_state' | 'precondition_failed'
  >;

  readonly deliveries: WebhookEndpointsDeliveriesResource;

  readonly recoveries: WebhookEndpointsRecoveriesResource;
}

/** Methods of `webhookEndpoints.deliveries`. */
export interface WebhookEndpointsDeliveriesResource {
  /**
   * Lists an endpoint's deliveries, newest first.
   *
   * Deliveries are kept as long as the events. Attempts are listed without bodies and headers; retrieve a single delivery to see them.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const webhookDelivery of platform.webhookEndpoints.deliveries.list(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   { status: 'pending' },
   * ))
   *   console.log(webhookDelivery);
   */
  list(
    id: string,
    options?: api.WebhookEndpointsDeliveriesListQuery & CallOptions,
  ): PagedCall<api.WebhookDeliveryList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets a delivery with its attempts.
   *
   * Returns up to 20 attempts, newest first. Attempts are kept for 30 days.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.read`.
   * @example
   * const webhookDelivery = await platform.webhookEndpoints.deliveries.get(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   'whd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, deliveryId: string, options?: CallOptions): Call<api.WebhookDelivery, CommonCode>;

  /**
   * Redelivers an event immediately.
   *
   * Uses the same `webhook-id`. A delivery that has already ended starts a new retry schedule.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `event_expired`, `invalid_state`, `precondition_failed`.
   * @example
   * const webhookDelivery = await platform.webhookEndpoints.deliveries.redeliver(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   'whd_01h455vb4pex5vsknk084sn02q',
   * );
   */
  redeliver(
    id: string,
    deliveryId: string,
    options?: KeyedConditionalOptions,
  ): Call<
    api.WebhookDelivery,
    CommonCode | BodyCode | KeyCode | 'event_expired' | 'invalid_state' | 'precondition_failed'
  >;
}

/** Methods of `webhookEndpoints.recoveries`. */
export interface WebhookEndpointsRecoveriesResource {
  /**
   * Starts a recovery of failed or missed events.
   *
   * `failed` redelivers dead-lettered deliveries; `missing` creates deliveries for stored events that match but have no delivery. Runs in the background, with one recovery at a time per endpoint.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `conflict`, `invalid_state`.
   * @example
   * const webhookRecovery = await platform.webhookEndpoints.recoveries.create(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   { since: '2026-11-20T09:30:00.000Z', until: '2026-11-20T09:30:00.000Z' },
   * );
   */
  create(
    id: string,
    body: api.RecoverWebhookEndpointRequest,
    options?: KeyedOptions,
  ): Call<api.WebhookRecovery, CommonCode | BodyCode | KeyCode | 'conflict' | 'invalid_state'>;

  /**
   * Gets a recovery.
   *
   * This operation is a preview: it can change without notice.
   *
   * Scopes: `tenant:webhooks.read`.
   * @example
   * const webhookRecovery = await platform.webhookEndpoints.recoveries.get(
   *   'whe_01h455vb4pex5vsknk084sn02q',
   *   'whr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(id: string, recoveryId: string, options?: CallOptions): Call<api.WebhookRecovery, CommonCode>;
}

/** Makes the methods of `webhookEndpoints` for a client. */
export const webhookEndpoints = (client: Client): WebhookEndpointsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'webhookEndpoints.list',
        method: 'GET',
        path: '/api/v1/webhook-endpoints',
        query: ['limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      {
        name: 'webhookEndpoints.create',
        method: 'POST',
        path: '/api/v1/webhook-endpoints',
        seconds: 20,
      },
      [],
      body,
      options,
    ),
  get: (id, options) =>
    client.call(
      { name: 'webhookEndpoints.get', method: 'GET', path: '/api/v1/webhook-endpoints/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      {
        name: 'webhookEndpoints.update',
        method: 'PATCH',
        path: '/api/v1/webhook-endpoints/{id}',
        conditional: true,
        seconds: 20,
      },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      {
        name: 'webhookEndpoints.delete',
        method: 'DELETE',
        path: '/api/v1/webhook-endpoints/{id}',
        conditional: true,
      },
      [id],
      undefined,
      options,
    ),
  getStatistics: (id, options) =>
    client.call(
      {
        name: 'webhookEndpoints.getStatistics',
        method: 'GET',
        path: '/api/v1/webhook-endpoints/{id}/statistics',
        query: ['hours'],
      },
      [id],
      undefined,
      options,
    ),
  rotateSecret: (id, body, options) =>
    client.call(
      {
        name: 'webhookEndpoints.rotateSecret',
        method: 'POST',
        path: '/api/v1/webhook-endpoints/{id}/rotate-secret',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  revokeSecret: (id, secretId, options) =>
    client.call(
      {
        name: 'webhookEndpoints.revokeSecret',
        method: 'DELETE',
        path: '/api/v1/webhook-endpoints/{id}/secrets/{secretId}',
        conditional: true,
      },
      [id, secretId],
      undefined,
      options,
    ),
  deliveries: {
    list: (id, options) =>
      client.list(
        {
          name: 'webhookEndpoints.deliveries.list',
          method: 'GET',
          path: '/api/v1/webhook-endpoints/{id}/deliveries',
          query: ['status', 'eventType', 'eventId', 'limit', 'cursor'],
        },
        [id],
        options,
      ),
    get: (id, deliveryId, options) =>
      client.call(
        {
          name: 'webhookEndpoints.deliveries.get',
          method: 'GET',
          path: '/api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}',
        },
        [id, deliveryId],
        undefined,
        options,
      ),
    redeliver: (id, deliveryId, options) =>
      client.call(
        {
          name: 'webhookEndpoints.deliveries.redeliver',
          method: 'POST',
          path: '/api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
          conditional: true,
        },
        [id, deliveryId],
        undefined,
        options,
      ),
  },
  recoveries: {
    create: (id, body, options) =>
      client.call(
        {
          name: 'webhookEndpoints.recoveries.create',
          method: 'POST',
          path: '/api/v1/webhook-endpoints/{id}/recoveries',
        },
        [id],
        body,
        options,
      ),
    get: (id, recoveryId, options) =>
      client.call(
        {
          name: 'webhookEndpoints.recoveries.get',
          method: 'GET',
          path: '/api/v1/webhook-endpoints/{id}/recoveries/{recoveryId}',
        },
        [id, recoveryId],
        undefined,
        options,
      ),
  },
});
