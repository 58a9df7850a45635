import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
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

/** Erasure of people. */
export const erasureRequestOperations = operations({
  erasureRequestCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Requests the erasure of a person',
    description:
      'The account is deactivated at once. After the grace window every service erases the data, unless a hold stands. A person has one open request: `already_exists` names it in `existingId`.',
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
    description: 'With its holds, and what each service has done.',
    response: ErasureRequest,
    errors: [],
  },
  erasureRequestCancel: {
    method: 'post',
    path: `${path}/{requestId}/cancel`,
    scopes: write,
    summary: 'Cancels an erasure request',
    description:
      'Possible until erasing begins. The account becomes active again; sessions and tokens stay revoked.',
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
      'The data is kept while a hold stands. A request that is held longer than the maximum hold window becomes DEFERRED.',
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
      'Holds that a veto client or a service raised can be lifted once the request is DEFERRED.',
    response: Deletion,
    errors: ['invalid_state'],
  },
});
