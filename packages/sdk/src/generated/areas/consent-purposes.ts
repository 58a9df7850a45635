// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `consentPurposes`. */
export interface ConsentPurposesResource {
  /**
   * Lists consent purposes.
   *
   * Returns the current version of each purpose, newest first.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const consentPurpose of platform.consentPurposes.list())
   *   console.log(consentPurpose);
   */
  list(
    options?: api.ConsentPurposesListQuery & CallOptions,
  ): PagedCall<api.ConsentPurposeList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets a consent purpose.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const consentPurpose = await platform.consentPurposes.get('newsletter');
   */
  get(
    purposeKey: string,
    options?: api.ConsentPurposesGetQuery & CallOptions,
  ): Call<api.ConsentPurpose, CommonCode>;

  /**
   * Creates or replaces a consent purpose.
   *
   * Any change other than to the translations creates a new version; earlier versions can still be retrieved. Updating a retired purpose creates a new version and makes the purpose active again.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const consentPurpose = await platform.consentPurposes.put('newsletter', {
   *   name: 'Example',
   *   legalBasis: 'consent',
   * });
   */
  put(
    purposeKey: string,
    body: api.PutConsentPurposeRequest,
    options?: ConditionalOptions,
  ): Call<api.ConsentPurpose, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Retires a consent purpose.
   *
   * Existing consents are kept as proof, but consent checks for this purpose no longer succeed.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.consentPurposes.retire('newsletter');
   */
  retire(
    purposeKey: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;
}

/** Makes the methods of `consentPurposes` for a client. */
export const consentPurposes = (client: Client): ConsentPurposesResource => ({
  list: (options) =>
    client.list(
      {
        name: 'consentPurposes.list',
        method: 'GET',
        path: '/api/v1/consent-purposes',
        query: ['limit', 'cursor', 'state'],
      },
      [],
      options,
    ),
  get: (purposeKey, options) =>
    client.call(
      {
        name: 'consentPurposes.get',
        method: 'GET',
        path: '/api/v1/consent-purposes/{purposeKey}',
        query: ['version'],
        text: true,
      },
      [purposeKey],
      undefined,
      options,
    ),
  put: (purposeKey, body, options) =>
    client.call(
      {
        name: 'consentPurposes.put',
        method: 'PUT',
        path: '/api/v1/consent-purposes/{purposeKey}',
        conditional: true,
        text: true,
      },
      [purposeKey],
      body,
      options,
    ),
  retire: (purposeKey, options) =>
    client.call(
      {
        name: 'consentPurposes.retire',
        method: 'DELETE',
        path: '/api/v1/consent-purposes/{purposeKey}',
        conditional: true,
        text: true,
      },
      [purposeKey],
      undefined,
      options,
    ),
});
