// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions } from '../../options.ts';
import type { CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `entitlements`. */
export interface EntitlementsResource {
  /**
   * Lists the tenant's entitlements.
   *
   * Operators enable and disable families. Operations of a disabled family return 403 `not_entitled`, and its scopes are omitted from new tokens.
   *
   * Scopes: `tenant:settings.read`.
   * @example
   * const entitlementList = await platform.entitlements.list();
   */
  list(options?: CallOptions): Call<api.EntitlementList, CommonCode>;
}

/** Makes the methods of `entitlements` for a client. */
export const entitlements = (client: Client): EntitlementsResource => ({
  list: (options) =>
    client.call(
      { name: 'entitlements.list', method: 'GET', path: '/api/v1/entitlements' },
      [],
      undefined,
      options,
    ),
});
