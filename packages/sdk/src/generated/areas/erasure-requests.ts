// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `erasureRequests`. */
export interface ErasureRequestsResource {
  /**
   * Requests the erasure of a data subject.
   *
   * Deactivates the account immediately. After the grace period, every service erases its data unless a hold is active. A data subject can have only one open request; an `already_exists` error returns its id in `existingId`.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `insufficient_user_authentication`.
   * @example
   * const erasureRequest = await platform.erasureRequests.create({
   *   subject: { type: 'user_id', value: 'example' },
   *   reason: 'no_longer_necessary',
   * });
   */
  create(
    body: api.CreateErasureRequest,
    options?: KeyedOptions,
  ): Call<
    api.ErasureRequest,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'insufficient_user_authentication'
  >;

  /**
   * Lists erasure requests, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const erasureRequestSummary of platform.erasureRequests.list())
   *   console.log(erasureRequestSummary);
   */
  list(
    options?: api.ErasureRequestsListQuery & CallOptions,
  ): PagedCall<api.ErasureRequestSummaryList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets an erasure request.
   *
   * Includes the holds and the progress of each service.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const erasureRequest = await platform.erasureRequests.get(
   *   'era_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(requestId: string, options?: CallOptions): Call<api.ErasureRequest, CommonCode>;

  /**
   * Cancels an erasure request.
   *
   * A request can be cancelled until the erasure starts. The account becomes active again; its sessions and tokens stay revoked.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const erasureRequest = await platform.erasureRequests.cancel(
   *   'era_01h455vb4pex5vsknk084sn02q',
   *   { reason: 'Requested by the customer.' },
   * );
   */
  cancel(
    requestId: string,
    body?: api.CancelErasureRequest,
    options?: KeyedOptions,
  ): Call<api.ErasureRequest, CommonCode | BodyCode | KeyCode | 'invalid_state'>;

  /**
   * Gets the signed certificate of a completed erasure.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_state`.
   * @example
   * const erasureCertificate = await platform.erasureRequests.getCertificate(
   *   'era_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getCertificate(
    requestId: string,
    options?: CallOptions,
  ): Call<api.ErasureCertificate, CommonCode | 'invalid_state'>;

  readonly holds: ErasureRequestsHoldsResource;
}

/** Methods of `erasureRequests.holds`. */
export interface ErasureRequestsHoldsResource {
  /**
   * Places a hold.
   *
   * The data is kept while a hold is active. A request that is held for longer than the maximum hold period becomes DEFERRED.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`, `limit_exceeded`.
   * @example
   * const erasureHold = await platform.erasureRequests.holds.create(
   *   'era_01h455vb4pex5vsknk084sn02q',
   *   { reasonCode: 'legal_claim', reason: 'Requested by the customer.' },
   * );
   */
  create(
    requestId: string,
    body: api.RaiseHoldRequest,
    options?: KeyedOptions,
  ): Call<api.ErasureHold, CommonCode | BodyCode | KeyCode | 'invalid_state' | 'limit_exceeded'>;

  /**
   * Lifts a hold.
   *
   * Holds of a veto client or a service can be lifted only after the request is DEFERRED.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * await platform.erasureRequests.holds.delete(
   *   'era_01h455vb4pex5vsknk084sn02q',
   *   'hld_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    requestId: string,
    holdId: string,
    options?: CallOptions,
  ): Call<api.Deletion, CommonCode | 'invalid_state'>;
}

/** Makes the methods of `erasureRequests` for a client. */
export const erasureRequests = (client: Client): ErasureRequestsResource => ({
  create: (body, options) =>
    client.call(
      { name: 'erasureRequests.create', method: 'POST', path: '/api/v1/erasure-requests' },
      [],
      body,
      options,
    ),
  list: (options) =>
    client.list(
      {
        name: 'erasureRequests.list',
        method: 'GET',
        path: '/api/v1/erasure-requests',
        query: ['limit', 'cursor', 'userId', 'state'],
      },
      [],
      options,
    ),
  get: (requestId, options) =>
    client.call(
      { name: 'erasureRequests.get', method: 'GET', path: '/api/v1/erasure-requests/{requestId}' },
      [requestId],
      undefined,
      options,
    ),
  cancel: (requestId, body, options) =>
    client.call(
      {
        name: 'erasureRequests.cancel',
        method: 'POST',
        path: '/api/v1/erasure-requests/{requestId}/cancel',
      },
      [requestId],
      body,
      options,
    ),
  getCertificate: (requestId, options) =>
    client.call(
      {
        name: 'erasureRequests.getCertificate',
        method: 'GET',
        path: '/api/v1/erasure-requests/{requestId}/certificate',
      },
      [requestId],
      undefined,
      options,
    ),
  holds: {
    create: (requestId, body, options) =>
      client.call(
        {
          name: 'erasureRequests.holds.create',
          method: 'POST',
          path: '/api/v1/erasure-requests/{requestId}/holds',
        },
        [requestId],
        body,
        options,
      ),
    delete: (requestId, holdId, options) =>
      client.call(
        {
          name: 'erasureRequests.holds.delete',
          method: 'DELETE',
          path: '/api/v1/erasure-requests/{requestId}/holds/{holdId}',
        },
        [requestId, holdId],
        undefined,
        options,
      ),
  },
});
