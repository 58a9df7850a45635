// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, KeyedConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `consents`. */
export interface ConsentsResource {
  /**
   * Lists consents, newest first.
   *
   * With `needsReconsent` and without `subjectId`, a page can be short or empty even if `hasMore` is true.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const consentSummary of platform.consents.list()) console.log(consentSummary);
   */
  list(
    options?: api.ConsentsListQuery & CallOptions,
  ): PagedCall<api.ConsentSummaryList, CommonCode | 'invalid_cursor'>;

  /**
   * Records a data subject's decision.
   *
   * A data subject can have only one active consent for each purpose; an `already_exists` error returns its id in `existingId`. To renew a consent, update it.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const consent = await platform.consents.create({
   *   subjectId: 'usr_01h455vb4pex5vsknk084sn02q',
   *   purposeKey: 'newsletter',
   * });
   */
  create(
    body: api.CreateConsentRequest,
    options?: KeyedOptions,
  ): Call<
    api.Consent,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Checks whether a data subject has consented to a purpose.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const consentCheck = await platform.consents.check({
   *   subjectId: 'usr_01h455vb4pex5vsknk084sn02q',
   *   purposeKey: 'newsletter',
   * });
   */
  check(options: api.ConsentsCheckQuery & CallOptions): Call<api.ConsentCheck, CommonCode>;

  /**
   * Gets a consent with its history.
   *
   * Scopes: `tenant:compliance.read`.
   * @example
   * const consent = await platform.consents.get('cns_01h455vb4pex5vsknk084sn02q');
   */
  get(consentId: string, options?: CallOptions): Call<api.Consent, CommonCode>;

  /**
   * Renews, changes or confirms a consent.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const consent = await platform.consents.change('cns_01h455vb4pex5vsknk084sn02q', {
   *   decision: 'given',
   *   version: 1,
   * });
   */
  change(
    consentId: string,
    body: api.ChangeConsentRequest,
    options?: KeyedConditionalOptions,
  ): Call<api.Consent, CommonCode | BodyCode | KeyCode | 'invalid_state' | 'precondition_failed'>;

  /**
   * Gets the signed receipt of a consent.
   *
   * Returns the same bytes until the consent changes. Earlier receipts stay valid.
   *
   * Scopes: `tenant:compliance.read`.
   *
   * Problems: `invalid_state`.
   * @example
   * const consentReceipt = await platform.consents.getReceipt(
   *   'cns_01h455vb4pex5vsknk084sn02q',
   * );
   */
  getReceipt(
    consentId: string,
    options?: CallOptions,
  ): Call<api.ConsentReceipt, CommonCode | 'invalid_state'>;

  /**
   * Withdraws a consent.
   *
   * Scopes: `tenant:compliance.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * const consent = await platform.consents.withdraw('cns_01h455vb4pex5vsknk084sn02q', {
   *   reason: 'Requested by the customer.',
   *   withdrawnAt: '2026-11-20T09:30:00.000Z',
   * });
   */
  withdraw(
    consentId: string,
    body?: api.WithdrawConsentRequest,
    options?: KeyedConditionalOptions,
  ): Call<api.Consent, CommonCode | BodyCode | KeyCode | 'invalid_state' | 'precondition_failed'>;
}

/** Makes the methods of `consents` for a client. */
export const consents = (client: Client): ConsentsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'consents.list',
        method: 'GET',
        path: '/api/v1/consents',
        query: ['limit', 'cursor', 'subjectId', 'needsReconsent'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'consents.create', method: 'POST', path: '/api/v1/consents' },
      [],
      body,
      options,
    ),
  check: (options) =>
    client.call(
      {
        name: 'consents.check',
        method: 'GET',
        path: '/api/v1/consents/check',
        query: ['subjectId', 'purposeKey', 'version'],
      },
      [],
      undefined,
      options,
    ),
  get: (consentId, options) =>
    client.call(
      { name: 'consents.get', method: 'GET', path: '/api/v1/consents/{consentId}' },
      [consentId],
      undefined,
      options,
    ),
  change: (consentId, body, options) =>
    client.call(
      {
        name: 'consents.change',
        method: 'POST',
        path: '/api/v1/consents/{consentId}/change',
        conditional: true,
      },
      [consentId],
      body,
      options,
    ),
  getReceipt: (consentId, options) =>
    client.call(
      { name: 'consents.getReceipt', method: 'GET', path: '/api/v1/consents/{consentId}/receipt' },
      [consentId],
      undefined,
      options,
    ),
  withdraw: (consentId, body, options) =>
    client.call(
      {
        name: 'consents.withdraw',
        method: 'POST',
        path: '/api/v1/consents/{consentId}/withdraw',
        conditional: true,
      },
      [consentId],
      body,
      options,
    ),
});
