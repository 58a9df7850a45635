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

/** Methods of `hooks`. */
export interface HooksResource {
  /**
   * Lists inline hooks by stage and position.
   *
   * Scopes: `tenant:webhooks.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const hook of platform.hooks.list()) console.log(hook);
   */
  list(
    options?: api.HooksListQuery & CallOptions,
  ): PagedCall<api.ListEnvelopeHookResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Creates an inline hook.
   *
   * The secret is returned only once. At most 3 hooks can be enabled per stage, or 20 for `login_flow`.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `limit_exceeded`.
   * @example
   * const hookWithSecret = await platform.hooks.create({
   *   name: 'Example',
   *   url: 'https://example.com/path',
   *   stage: 'pre_registration',
   * });
   */
  create(
    body: api.CreateHookRequest,
    options?: KeyedOptions,
  ): Call<api.HookWithSecret, CommonCode | BodyCode | KeyCode | 'limit_exceeded'>;

  /**
   * Gets an inline hook.
   *
   * Scopes: `tenant:webhooks.read`.
   * @example
   * const hook = await platform.hooks.get('hok_01h455vb4pex5vsknk084sn02q');
   */
  get(id: string, options?: CallOptions): Call<api.Hook, CommonCode>;

  /**
   * Updates an inline hook.
   *
   * JSON Merge Patch (RFC 7396). Takes effect everywhere within 30 seconds.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const hook = await platform.hooks.update('hok_01h455vb4pex5vsknk084sn02q', {
   *   name: 'Example',
   * });
   */
  update(
    id: string,
    body: api.UpdateHookRequest,
    options?: ConditionalOptions,
  ): Call<api.Hook, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Deletes an inline hook.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.hooks.delete('hok_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    id: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Rotates a hook's signing secret.
   *
   * Requests are also signed with the old secret until it expires. A hook can have three active secrets.
   *
   * Scopes: `tenant:webhooks.write`.
   *
   * Problems: `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * const hookWithSecret = await platform.hooks.rotateSecret(
   *   'hok_01h455vb4pex5vsknk084sn02q',
   *   { overlapSeconds: 86400, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
   * );
   */
  rotateSecret(
    id: string,
    body?: api.RotateWebhookSecretRequest,
    options?: KeyedConditionalOptions,
  ): Call<
    api.HookWithSecret,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication' | 'precondition_failed'
  >;

  /**
   * Sends a test event to a webhook, hook or sink.
   *
   * Makes one synchronous attempt, signed and limited like a real one, with the header `X-Platform-Test: true`. Webhook endpoints (`whe_`) and inline hooks (`hok_`) require `tenant:webhooks.write`; sinks (`snk_`) require `tenant:siem.write`. Test deliveries are rate limited per tenant.
   *
   * Scopes: `tenant:webhooks.write` or `tenant:siem.write`.
   * @example
   * const hookTestResult = await platform.hooks.test('hok_01h455vb4pex5vsknk084sn02q', {
   *   eventType: 'webhook.test',
   *   claims: { clientId: 'app_ledger', subjectId: 'usr_01h455vb4pex5vsknk084sn02q' },
   * });
   */
  test(
    id: string,
    body?: api.HookTestRequest,
    options?: KeyedOptions,
  ): Call<api.HookTestResult, CommonCode | BodyCode | KeyCode>;
}

/** Makes the methods of `hooks` for a client. */
export const hooks = (client: Client): HooksResource => ({
  list: (options) =>
    client.list(
      {
        name: 'hooks.list',
        method: 'GET',
        path: '/api/v1/hooks',
        query: ['stage', 'limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call({ name: 'hooks.create', method: 'POST', path: '/api/v1/hooks' }, [], body, options),
  get: (id, options) =>
    client.call(
      { name: 'hooks.get', method: 'GET', path: '/api/v1/hooks/{id}' },
      [id],
      undefined,
      options,
    ),
  update: (id, body, options) =>
    client.call(
      { name: 'hooks.update', method: 'PATCH', path: '/api/v1/hooks/{id}', conditional: true },
      [id],
      body,
      options,
    ),
  delete: (id, options) =>
    client.call(
      { name: 'hooks.delete', method: 'DELETE', path: '/api/v1/hooks/{id}', conditional: true },
      [id],
      undefined,
      options,
    ),
  rotateSecret: (id, body, options) =>
    client.call(
      {
        name: 'hooks.rotateSecret',
        method: 'POST',
        path: '/api/v1/hooks/{id}/rotate-secret',
        conditional: true,
      },
      [id],
      body,
      options,
    ),
  test: (id, body, options) =>
    client.call(
      { name: 'hooks.test', method: 'POST', path: '/api/v1/hooks/{id}/test', seconds: 35 },
      [id],
      body,
      options,
    ),
});
