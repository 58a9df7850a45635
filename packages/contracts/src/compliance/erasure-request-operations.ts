import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import {
  CancelErasureRequest,
  CreateErasureRequest,
  ErasureCertificate,
  ErasureHold,
  ErasureRequest,
  ErasureState,
  ListErasureRequestsResponse,
  RaiseHoldRequest,
} from './erasure-request.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/erasure-requests';

/** Operations on erasure requests. */
export const erasureRequestOperations = operations({
  erasureRequestCreate: {
    method: 'post',
    path,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Requests the erasure of a data subject',
    description:
      'Deactivates the account immediately. After the grace period, every service erases its data unless a hold is active. A data subject can have only one open request; an `already_exists` error returns its id in `existingId`.',
    body: CreateErasureRequest,
    response: ErasureRequest,
    errors: ['already_exists'],
  },
  erasureRequestList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists erasure requests, newest first',
    query: z.strictObject({
      ...paging,
      userId: z.string().min(1).max(255).optional(),
      state: ErasureState.optional(),
    }),
    response: ListErasureRequestsResponse,
    errors: [],
    noEtag: true,
  },
  erasureRequestStatus: {
    method: 'get',
    path: `${path}/{requestId}`,
    scopes: read,
    summary: 'Gets an erasure request',
    description: 'Includes the holds and the progress of each service.',
    response: ErasureRequest,
    errors: [],
  },
  erasureRequestCancel: {
    method: 'post',
    path: `${path}/{requestId}/cancel`,
    scopes: write,
    summary: 'Cancels an erasure request',
    description:
      'A request can be cancelled until the erasure starts. The account becomes active again; its sessions and tokens stay revoked.',
    body: CancelErasureRequest,
    bodyOptional: true,
    response: ErasureRequest,
    errors: ['invalid_state'],
  },
  erasureRequestCertificate: {
    method: 'get',
    path: `${path}/{requestId}/certificate`,
    scopes: read,
    summary: 'Gets the signed certificate of a completed erasure',
    response: ErasureCertificate,
    errors: ['invalid_state'],
    noEtag: true,
  },
  erasureRequestRaiseHold: {
    method: 'post',
    path: `${path}/{requestId}/holds`,
    scopes: write,
    summary: 'Places a hold',
    description:
      'The data is kept while a hold is active. A request that is held for longer than the maximum hold period becomes DEFERRED.',
    body: RaiseHoldRequest,
    response: ErasureHold,
    errors: ['invalid_state', 'limit_exceeded'],
    noEtag: true,
  },
  erasureRequestLiftHold: {
    method: 'delete',
    path: `${path}/{requestId}/holds/{holdId}`,
    scopes: write,
    summary: 'Lifts a hold',
    description:
      'Holds of a veto client or a service can be lifted only after the request is DEFERRED.',
    response: Deletion,
    errors: ['invalid_state'],
  },
});
