// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions } from '../../options.ts';
import type { BodyCode, CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `complianceProfile`. */
export interface ComplianceProfileResource {
  /**
   * Gets the compliance profile.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const complianceProfile = await platform.complianceProfile.get();
   */
  get(options?: CallOptions): Call<api.ComplianceProfile, CommonCode>;

  /**
   * Replaces the compliance profile.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const complianceProfile = await platform.complianceProfile.put({});
   */
  put(
    body: api.PutComplianceProfileRequest,
    options?: ConditionalOptions,
  ): Call<api.ComplianceProfile, CommonCode | BodyCode | 'precondition_failed'>;
}

/** Makes the methods of `complianceProfile` for a client. */
export const complianceProfile = (client: Client): ComplianceProfileResource => ({
  get: (options) =>
    client.call(
      { name: 'complianceProfile.get', method: 'GET', path: '/api/v1/compliance-profile' },
      [],
      undefined,
      options,
    ),
  put: (body, options) =>
    client.call(
      {
        name: 'complianceProfile.put',
        method: 'PUT',
        path: '/api/v1/compliance-profile',
        conditional: true,
      },
      [],
      body,
      options,
    ),
});
