// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `erasureVetoClients`. */
export interface ErasureVetoClientsResource {
  /**
   * Lists veto clients, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const vetoClient of platform.erasureVetoClients.list())
   *   console.log(vetoClient);
   */
  list(
    options?: api.ErasureVetoClientsListQuery & CallOptions,
  ): PagedCall<api.VetoClientList, CommonCode | 'invalid_cursor'>;

  /**
   * Registers a veto client.
   *
   * The platform calls the veto client before each erasure starts, and the veto client can place a hold.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `limit_exceeded`.
   * @example
   * const registeredVetoClient = await platform.erasureVetoClients.create({
   *   name: 'Example',
   *   url: 'https://example.com/path',
   * });
   */
  create(
    body: api.RegisterVetoClientRequest,
    options?: KeyedOptions,
  ): Call<
    api.RegisteredVetoClient,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'limit_exceeded'
  >;

  /**
   * Deletes a veto client.
   *
   * Holds that the veto client placed are lifted.
   *
   * Scopes: `tenant:compliance.write`.
   * @example
   * await platform.erasureVetoClients.delete('vcl_01h455vb4pex5vsknk084sn02q');
   */
  delete(vetoClientId: string, options?: CallOptions): Call<api.Deletion, CommonCode>;
}

/** Makes the methods of `erasureVetoClients` for a client. */
export const erasureVetoClients = (client: Client): ErasureVetoClientsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'erasureVetoClients.list',
        method: 'GET',
        path: '/api/v1/erasure-veto-clients',
        query: ['limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'erasureVetoClients.create', method: 'POST', path: '/api/v1/erasure-veto-clients' },
      [],
      body,
      options,
    ),
  delete: (vetoClientId, options) =>
    client.call(
      {
        name: 'erasureVetoClients.delete',
        method: 'DELETE',
        path: '/api/v1/erasure-veto-clients/{vetoClientId}',
      },
      [vetoClientId],
      undefined,
      options,
    ),
});
