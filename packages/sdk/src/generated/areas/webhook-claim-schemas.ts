// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `webhookClaimSchemas`. */
export interface WebhookClaimSchemasResource {
  /**
   * Lists claim schemas by name.
   *
   * Scopes: `tenant:webhook-schemas.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const webhookClaimSchema of platform.webhookClaimSchemas.list())
   *   console.log(webhookClaimSchema);
   */
  list(
    options?: api.WebhookClaimSchemasListQuery & CallOptions,
  ): PagedCall<api.ListEnvelopeWebhookClaimSchemaResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Gets a claim schema.
   *
   * Scopes: `tenant:webhook-schemas.read`.
   * @example
   * const webhookClaimSchema = await platform.webhookClaimSchemas.get(
   *   'https://claims.example.com/plan',
   * );
   */
  get(claimName: string, options?: CallOptions): Call<api.WebhookClaimSchema, CommonCode>;

  /**
   * Creates or replaces a claim schema.
   *
   * If the name is an https URI, percent-encode it. Takes effect everywhere within 60 seconds.
   *
   * Scopes: `tenant:webhook-schemas.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const webhookClaimSchema = await platform.webhookClaimSchemas.put(
   *   'https://claims.example.com/plan',
   *   { schema: {}, source: { kind: 'webhook' } },
   * );
   */
  put(
    claimName: string,
    body: api.WebhookClaimSchemaUpsertRequest,
    options?: ConditionalOptions,
  ): Call<api.WebhookClaimSchema, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Deletes a claim schema.
   *
   * Scopes: `tenant:webhook-schemas.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.webhookClaimSchemas.delete('https://claims.example.com/plan');
   */
  delete(
    claimName: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Makes the methods of `webhookClaimSchemas` for a client. */
export const webhookClaimSchemas = (client: Client): WebhookClaimSchemasResource => ({
  list: (options) =>
    client.list(
      {
        name: 'webhookClaimSchemas.list',
        method: 'GET',
        path: '/api/v1/webhook-claim-schemas',
        query: ['limit', 'cursor'],
      },
      [],
      options,
    ),
  get: (claimName, options) =>
    client.call(
      {
        name: 'webhookClaimSchemas.get',
        method: 'GET',
        path: '/api/v1/webhook-claim-schemas/{claimName}',
        text: true,
      },
      [claimName],
      undefined,
      options,
    ),
  put: (claimName, body, options) =>
    client.call(
      {
        name: 'webhookClaimSchemas.put',
        method: 'PUT',
        path: '/api/v1/webhook-claim-schemas/{claimName}',
        conditional: true,
        text: true,
      },
      [claimName],
      body,
      options,
    ),
  delete: (claimName, options) =>
    client.call(
      {
        name: 'webhookClaimSchemas.delete',
        method: 'DELETE',
        path: '/api/v1/webhook-claim-schemas/{claimName}',
        conditional: true,
        text: true,
      },
      [claimName],
      undefined,
      options,
    ),
});
