import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  AccessPolicy,
  AccessPolicySimulation,
  CreatePolicyRequest,
  SimulateAccessPolicyRequest,
  UpdatePolicyRequest,
} from './access-policy.ts';
import { bodyBounds } from './body-bounds.ts';

const read = allOf('tenant:applications.read', 'tenant:clients.read');
const write = allOf('tenant:applications.write', 'tenant:clients.write');
const path = '/api/v1/clients/{clientId}/access-policies';

/** Conditional access policies of clients. */
export const accessPolicyOperations = operations({
  conditionalAccessPolicyList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'List the policies of a client, in the order of their priority',
    query: z.strictObject(paging),
    response: listOf(AccessPolicy),
    errors: [],
    noEtag: true,
    mode: 'external',
  },
  conditionalAccessPolicyCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Add a policy',
    body: CreatePolicyRequest,
    response: AccessPolicy,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists', 'lockout_risk', 'limit_exceeded'],
    description:
      'Report-only unless said otherwise: it is computed and reported, and decides nothing.',
  },
  conditionalAccessPolicyGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Read a policy',
    response: AccessPolicy,
    errors: [],
    mode: 'external',
  },
  conditionalAccessPolicyUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Change a policy',
    body: UpdatePolicyRequest,
    mergePatch: true,
    response: AccessPolicy,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists', 'lockout_risk', 'precondition_failed'],
    description:
      'JSON Merge Patch (RFC 7396). What comes of it has to meet all that a new policy has to.',
  },
  conditionalAccessPolicyDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Delete a policy',
    response: Deletion,
    errors: ['precondition_failed'],
    mode: 'external',
  },
  conditionalAccessPolicySimulate: {
    method: 'post',
    path: `${path}/simulate`,
    scopes: read,
    summary: 'Ask what the policies would do',
    body: SimulateAccessPolicyRequest,
    response: AccessPolicySimulation,
    errors: [],
    noEtag: true,
    mode: 'query',
    ...bodyBounds,
    description:
      'The function that decides sign-ins, over the signals given, with an unsaved candidate among the policies.',
  },
});
