import { z } from 'zod';
import { paging, queryBoolean, queryInteger } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { purposeKey } from './consent-purpose.ts';
import { ConsentReceipt } from './consent-receipt.ts';
import {
  ChangeConsentRequest,
  CreateConsentRequest,
  WithdrawConsentRequest,
  consentSubjectId,
} from './consent-requests.ts';
import { Consent, ConsentCheck, ListConsentsResponse } from './consent.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/consents';

/** Operations on consents. */
export const consentOperations = operations({
  consentList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists consents, newest first',
    description:
      'With `needsReconsent` and without `subjectId`, a page can be short or empty even if `hasMore` is true.',
    query: z.strictObject({
      ...paging,
      subjectId: consentSubjectId.optional(),
      needsReconsent: queryBoolean.optional(),
    }),
    response: ListConsentsResponse,
    errors: [],
    noEtag: true,
  },
  consentGrant: {
    method: 'post',
    path,
    scopes: write,
    summary: "Records a data subject's decision",
    description:
      'A data subject can have only one active consent for each purpose; an `already_exists` error returns its id in `existingId`. To renew a consent, update it.',
    body: CreateConsentRequest,
    response: Consent,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
  },
  consentCheck: {
    method: 'get',
    path: `${path}/check`,
    scopes: read,
    summary: 'Checks whether a data subject has consented to a purpose',
    query: z.strictObject({
      subjectId: consentSubjectId,
      purposeKey,
      version: queryInteger(1, 2_147_483_647)
        .optional()
        .describe(
          'The lowest version of the purpose that is sufficient. Defaults to the version that the purpose requires.',
        ),
    }),
    response: ConsentCheck,
    errors: [],
    noEtag: true,
  },
  consentGet: {
    method: 'get',
    path: `${path}/{consentId}`,
    scopes: read,
    summary: 'Gets a consent with its history',
    response: Consent,
    errors: [],
  },
  consentChange: {
    method: 'post',
    path: `${path}/{consentId}/change`,
    scopes: write,
    summary: 'Renews, changes or confirms a consent',
    body: ChangeConsentRequest,
    response: Consent,
    errors: ['invalid_state', 'precondition_failed'],
  },
  consentReceipt: {
    method: 'get',
    path: `${path}/{consentId}/receipt`,
    scopes: read,
    summary: 'Gets the signed receipt of a consent',
    description: 'Returns the same bytes until the consent changes. Earlier receipts stay valid.',
    response: ConsentReceipt,
    errors: ['invalid_state'],
    noEtag: true,
    mode: 'external',
  },
  consentWithdraw: {
    method: 'post',
    path: `${path}/{consentId}/withdraw`,
    scopes: write,
    summary: 'Withdraws a consent',
    body: WithdrawConsentRequest,
    bodyOptional: true,
    response: Consent,
    errors: ['invalid_state', 'precondition_failed'],
  },
});
