// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedOptions } from '../../options.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `apiSigningKeys`. */
export interface ApiSigningKeysResource {
  /**
   * Lists the keys that sign tokens of APIs.
   *
   * Scopes: `tenant:apis.read`.
   * @example
   * const apiSigningKeyList = await platform.apiSigningKeys.list();
   */
  list(options?: CallOptions): Call<api.ApiSigningKeyList, CommonCode>;

  /**
   * Rotates a key that signs tokens of APIs.
   *
   * The next key is published for an hour before it signs. With `immediate`, it signs now, and the current key is removed.
   *
   * Scopes: `tenant:apis.write`.
   *
   * Problems: `invalid_state`.
   * @example
   * const apiSigningKey = await platform.apiSigningKeys.rotate({
   *   alg: 'ES256',
   *   immediate: false,
   * });
   */
  rotate(
    body: api.RotateApiSigningKeyRequest,
    options?: KeyedOptions,
  ): Call<api.ApiSigningKey, CommonCode | BodyCode | KeyCode | 'invalid_state'>;
}

/** Makes the methods of `apiSigningKeys` for a client. */
export const apiSigningKeys = (client: Client): ApiSigningKeysResource => ({
  list: (options) =>
    client.call(
      { name: 'apiSigningKeys.list', method: 'GET', path: '/api/v1/api-signing-keys' },
      [],
      undefined,
      options,
    ),
  rotate: (body, options) =>
    client.call(
      { name: 'apiSigningKeys.rotate', method: 'POST', path: '/api/v1/api-signing-keys/rotate' },
      [],
      body,
      options,
    ),
});
