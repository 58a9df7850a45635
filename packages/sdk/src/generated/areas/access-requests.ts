// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `accessRequests`. */
export interface AccessRequestsResource {
  /**
   * Requests a copy of a data subject's personal data.
   *
   * Collects the data from every service into one ZIP file. A data subject can have only one open request; an `already_exists` error returns its id in `existingId`.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const accessRequest = await platform.accessRequests.create({
   *   subject: { type: 'user_id', value: 'example' },
   *   kind: 'access',
   * });
   */
  create(
    body: api.CreateAccessRequest,
    options?: KeyedOptions,
  ): Call<
    api.AccessRequest,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Lists access requests, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const accessRequest of platform.accessRequests.list())
   *   console.log(accessRequest);
   */
  list(
    options?: api.AccessRequestsListQuery & CallOptions,
  ): PagedCall<api.AccessRequestList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets an access request.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const accessRequest = await platform.accessRequests.get('dsr_01h455vb4pex5vsknk084sn02q');
   */
  get(requestId: string, options?: CallOptions): Call<api.AccessRequest, CommonCode>;

  /**
   * Downloads the collected data.
   *
   * Returns a ZIP file with a signed manifest. Supports range requests. The file is deleted at `bundle.expiresAt`.
   *
   * Scopes: `tenant:compliance.read` and `tenant:users.read`.
   *
   * Problems: `insufficient_user_authentication`, `invalid_state`.
   * @example
   * const file = await platform.accessRequests.download('dsr_01h455vb4pex5vsknk084sn02q');
   * console.log(await file.text());
   */
  download(
    requestId: string,
    options?: CallOptions,
  ): Call<Response, CommonCode | 'insufficient_user_authentication' | 'invalid_state'>;

  /**
   * Retries the failed parts of an access request.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const accessRequest = await platform.accessRequests.retry(
   *   'dsr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  retry(
    requestId: string,
    options?: KeyedOptions,
  ): Call<
    api.AccessRequest,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Cancels an access request.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const accessRequest = await platform.accessRequests.cancel(
   *   'dsr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  cancel(
    requestId: string,
    options?: KeyedOptions,
  ): Call<api.AccessRequest, CommonCode | BodyCode | KeyCode | 'invalid_state'>;
}

/** Makes the methods of `accessRequests` for a client. */
export const accessRequests = (client: Client): AccessRequestsResource => ({
  create: (body, options) =>
    client.call(
      { name: 'accessRequests.create', method: 'POST', path: '/api/v1/access-requests' },
      [],
      body,
      options,
    ),
  list: (options) =>
    client.list(
      {
        name: 'accessRequests.list',
        method: 'GET',
        path: '/api/v1/access-requests',
        query: ['limit', 'cursor', 'userId', 'state'],
      },
      [],
      options,
    ),
  get: (requestId, options) =>
    client.call(
      { name: 'accessRequests.get', method: 'GET', path: '/api/v1/access-requests/{requestId}' },
      [requestId],
      undefined,
      options,
    ),
  download: (requestId, options) =>
    client.call(
      {
        name: 'accessRequests.download',
        method: 'GET',
        path: '/api/v1/access-requests/{requestId}/bundle',
        file: true,
      },
      [requestId],
      undefined,
      options,
    ),
  retry: (requestId, options) =>
    client.call(
      {
        name: 'accessRequests.retry',
        method: 'POST',
        path: '/api/v1/access-requests/{requestId}/retry',
      },
      [requestId],
      undefined,
      options,
    ),
  cancel: (requestId, options) =>
    client.call(
      {
        name: 'accessRequests.cancel',
        method: 'POST',
        path: '/api/v1/access-requests/{requestId}/cancel',
      },
      [requestId],
      undefined,
      options,
    ),
});
