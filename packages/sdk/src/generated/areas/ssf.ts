// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `ssf`. */
export interface SsfResource {
  readonly receivers: SsfReceiversResource;
}

/** Methods of `ssf.receivers`. */
export interface SsfReceiversResource {
  /**
   * Lists receivers of security events, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const ssfReceiver of platform.ssf.receivers.list()) console.log(ssfReceiver);
   */
  list(
    options?: api.SsfReceiversListQuery & CallOptions,
  ): PagedCall<api.ListSsfReceiversResponse, CommonCode | 'invalid_cursor'>;

  /**
   * Registers a receiver of security events.
   *
   * The first token in the queue is a verification event. Nothing else is sent until the receiver acknowledges it.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const ssfReceiver = await platform.ssf.receivers.create({
   *   name: 'Example',
   *   delivery: { method: 'urn:ietf:rfc:8935', endpointUrl: 'example' },
   * });
   */
  create(
    body: api.RegisterSsfReceiverRequest,
    options?: KeyedOptions,
  ): Call<api.SsfReceiver, CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'>;

  /**
   * Gets a receiver of security events.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const ssfReceiver = await platform.ssf.receivers.get('ssr_01h455vb4pex5vsknk084sn02q');
   */
  get(receiverId: string, options?: CallOptions): Call<api.SsfReceiver, CommonCode>;

  /**
   * Enables, pauses or disables a receiver.
   *
   * A paused receiver keeps its tokens for later. Disabling one discards everything in its queue.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const ssfReceiver = await platform.ssf.receivers.update(
   *   'ssr_01h455vb4pex5vsknk084sn02q',
   *   { enabled: true, status: 'enabled' },
   * );
   */
  update(
    receiverId: string,
    body: api.ToggleSsfReceiverRequest,
    options?: ConditionalOptions,
  ): Call<api.SsfReceiver, CommonCode | BodyCode | 'precondition_failed'>;

  /**
   * Deletes a receiver and its queue.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.ssf.receivers.delete('ssr_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    receiverId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Sends a verification event to a receiver.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const ssfReceiver = await platform.ssf.receivers.verify('ssr_01h455vb4pex5vsknk084sn02q');
   */
  verify(
    receiverId: string,
    options?: KeyedOptions,
  ): Call<api.SsfReceiver, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  readonly deliveries: SsfReceiversDeliveriesResource;
}

/** Methods of `ssf.receivers.deliveries`. */
export interface SsfReceiversDeliveriesResource {
  /**
   * Lists the security event tokens of a receiver, newest first.
   *
   * Deliveries are kept for 30 days, without the subject of the event.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const ssfDelivery of platform.ssf.receivers.deliveries.list(
   *   'ssr_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(ssfDelivery);
   */
  list(
    receiverId: string,
    options?: api.SsfReceiversDeliveriesListQuery & CallOptions,
  ): PagedCall<api.ListSsfDeliveriesResponse, CommonCode | 'invalid_cursor'>;
}

/** Makes the methods of `ssf` for a client. */
export const ssf = (client: Client): SsfResource => ({
  receivers: {
    list: (options) =>
      client.list(
        {
          name: 'ssf.receivers.list',
          method: 'GET',
          path: '/api/v1/ssf/receivers',
          query: ['limit', 'cursor'],
        },
        [],
        options,
      ),
    create: (body, options) =>
      client.call(
        { name: 'ssf.receivers.create', method: 'POST', path: '/api/v1/ssf/receivers' },
        [],
        body,
        options,
      ),
    get: (receiverId, options) =>
      client.call(
        { name: 'ssf.receivers.get', method: 'GET', path: '/api/v1/ssf/receivers/{receiverId}' },
        [receiverId],
        undefined,
        options,
      ),
    update: (receiverId, body, options) =>
      client.call(
        {
          name: 'ssf.receivers.update',
          method: 'PATCH',
          path: '/api/v1/ssf/receivers/{receiverId}',
          conditional: true,
        },
        [receiverId],
        body,
        options,
      ),
    delete: (receiverId, options) =>
      client.call(
        {
          name: 'ssf.receivers.delete',
          method: 'DELETE',
          path: '/api/v1/ssf/receivers/{receiverId}',
          conditional: true,
        },
        [receiverId],
        undefined,
        options,
      ),
    verify: (receiverId, options) =>
      client.call(
        {
          name: 'ssf.receivers.verify',
          method: 'POST',
          path: '/api/v1/ssf/receivers/{receiverId}/verify',
        },
        [receiverId],
        undefined,
        options,
      ),
    deliveries: {
      list: (receiverId, options) =>
        client.list(
          {
            name: 'ssf.receivers.deliveries.list',
            method: 'GET',
            path: '/api/v1/ssf/receivers/{receiverId}/deliveries',
            query: ['limit', 'cursor'],
          },
          [receiverId],
          options,
        ),
    },
  },
});
