import { z } from 'zod';
import { listOf, paging, queryBoolean } from '../common/list.ts';
import { operations, recentSignIn } from '../operation.ts';
import { selfRead, selfWrite } from '../self-operations.ts';
import { ConsentReceipt } from './consent-receipt.ts';
import { ConsentSummary, ListConsentsResponse } from './consent.ts';
import {
  CreateMyAccessRequest,
  MyAccessRequest,
  MyErasureRequest,
  WithdrawMyConsentRequest,
} from './own-privacy.ts';

const path = '/api/v1/me';

/** Operations on the consents of the token's user, to purposes of the tenant. */
export const ownConsentOperations = operations({
  meConsentList: {
    method: 'get',
    path: `${path}/consents`,
    scopes: selfRead,
    summary: 'Lists your consents, newest first',
    query: z.strictObject({ ...paging, needsReconsent: queryBoolean.optional() }),
    response: ListConsentsResponse,
    errors: [],
    noEtag: true,
  },
  meConsentReceipt: {
    method: 'get',
    path: `${path}/consents/{consentId}/receipt`,
    scopes: selfRead,
    summary: 'Gets the signed receipt of your consent',
    description: 'Returns the same bytes until the consent changes. Earlier receipts stay valid.',
    response: ConsentReceipt,
    errors: ['invalid_state'],
    noEtag: true,
    mode: 'external',
  },
  meConsentWithdraw: {
    method: 'post',
    path: `${path}/consents/{consentId}/withdraw`,
    scopes: selfWrite,
    summary: 'Withdraws your consent',
    body: WithdrawMyConsentRequest,
    bodyOptional: true,
    response: ConsentSummary,
    errors: ['invalid_state'],
    noEtag: true,
  },
});

/** Operations on requests of the token's user for their own data. */
export const ownAccessRequestOperations = operations({
  meAccessRequestList: {
    method: 'get',
    path: `${path}/access-requests`,
    scopes: selfRead,
    summary: 'Lists requests for your data, newest first',
    query: z.strictObject(paging),
    response: listOf(MyAccessRequest),
    errors: [],
    noEtag: true,
  },
  meAccessRequestCreate: {
    method: 'post',
    path: `${path}/access-requests`,
    scopes: selfWrite,
    summary: 'Requests a copy of your data',
    description:
      'Collects your data from every service into one ZIP file. You can have only one open request; an `already_exists` error returns its id in `existingId`.',
    body: CreateMyAccessRequest,
    bodyOptional: true,
    response: MyAccessRequest,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
    noEtag: true,
  },
  meAccessRequestGet: {
    method: 'get',
    path: `${path}/access-requests/{requestId}`,
    scopes: selfRead,
    summary: 'Gets a request for your data',
    response: MyAccessRequest,
    errors: [],
  },
  meAccessRequestBundle: {
    method: 'get',
    path: `${path}/access-requests/{requestId}/bundle`,
    scopes: selfRead,
    stepUp: recentSignIn,
    summary: 'Downloads your data',
    description:
      'Returns a ZIP file with a signed manifest. Supports range requests. The file is deleted at `bundle.expiresAt`.',
    response: z.unknown(),
    answers: 'file',
    mode: 'external',
    errors: ['invalid_state'],
  },
});

/** Operations on the erasure of the token's user. */
export const ownErasureOperations = operations({
  meErasureRequestGet: {
    method: 'get',
    path: `${path}/erasure-request`,
    scopes: selfRead,
    summary: 'Gets the request to erase you',
    description: 'Returns the open request, or the latest one. Returns 404 if there is none.',
    response: MyErasureRequest,
    errors: [],
  },
  meErasureRequestCreate: {
    method: 'post',
    path: `${path}/erasure-request`,
    scopes: selfWrite,
    stepUp: recentSignIn,
    summary: 'Requests your erasure',
    description:
      'Deactivates your account, which ends its sessions. After the grace period, every service erases its data. Once you are signed out, only an administrator can cancel the request.',
    response: MyErasureRequest,
    errors: ['already_exists'],
    noEtag: true,
  },
  meErasureRequestCancel: {
    method: 'post',
    path: `${path}/erasure-request/cancel`,
    scopes: selfWrite,
    summary: 'Cancels the request to erase you',
    description: 'A request can be cancelled until the erasure starts.',
    response: MyErasureRequest,
    errors: ['invalid_state'],
    noEtag: true,
  },
});
