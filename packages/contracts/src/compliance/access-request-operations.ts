import { z } from 'zod';
import { paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import {
  AccessRequest,
  AccessRequestState,
  CreateAccessRequest,
  ListAccessRequestsResponse,
} from './access-request.ts';

const read = allOf('tenant:compliance.read');
const write = allOf('tenant:compliance.write');
const path = '/api/v1/access-requests';

/** Operations on access requests. */
export const accessRequestOperations = operations({
  accessRequestCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: "Requests a copy of a data subject's personal data",
    description:
      'Collects the data from every service into one ZIP file. A data subject can have only one open request; an `already_exists` error returns its id in `existingId`.',
    body: CreateAccessRequest,
    response: AccessRequest,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
  },
  accessRequestList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists access requests, newest first',
    query: z.strictObject({
      ...paging,
      userId: z.string().min(1).max(255).optional(),
      state: AccessRequestState.optional(),
    }),
    response: ListAccessRequestsResponse,
    errors: [],
    noEtag: true,
  },
  accessRequestGet: {
    method: 'get',
    path: `${path}/{requestId}`,
    scopes: read,
    summary: 'Gets an access request',
    response: AccessRequest,
    errors: [],
  },
  accessRequestBundle: {
    method: 'get',
    path: `${path}/{requestId}/bundle`,
    scopes: allOf('tenant:compliance.read', 'tenant:users.read'),
    stepUp: recentSignIn,
    summary: 'Downloads the collected data',
    description:
      'Returns a ZIP file with a signed manifest. Supports range requests. The file is deleted at `bundle.expiresAt`.',
    response: z.unknown(),
    answers: 'file',
    mode: 'external',
    errors: ['invalid_state'],
  },
  accessRequestRetry: {
    method: 'post',
    path: `${path}/{requestId}/retry`,
    scopes: write,
    summary: 'Retries the failed parts of an access request',
    response: AccessRequest,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
  },
  accessRequestCancel: {
    method: 'post',
    path: `${path}/{requestId}/cancel`,
    scopes: write,
    summary: 'Cancels an access request',
    response: AccessRequest,
    errors: ['invalid_state'],
  },
});
