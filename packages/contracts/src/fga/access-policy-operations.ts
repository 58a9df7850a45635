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

/** Operations on conditional access policies of clients. */
export const accessPolicyOperations = operations({
  conditionalAccessPolicyList: {
    method: 'get',
    path,
    scopes: read,
    summary: "Lists a client's access policies by priority",
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
    summary: 'Creates an access policy',
    body: CreatePolicyRequest,
    response: AccessPolicy,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists', 'lockout_risk', 'limit_exceeded'],
    description:
      'A policy is report-only by default: it is evaluated and reported but does not affect decisions.',
  },
  conditionalAccessPolicyGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets an access policy',
    response: AccessPolicy,
    errors: [],
    mode: 'external',
  },
  conditionalAccessPolicyUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates an access policy',
    body: UpdatePolicyRequest,
    mergePatch: true,
    response: AccessPolicy,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists', 'lockout_risk', 'precondition_failed'],
    description: 'JSON Merge Patch (RFC 7396). The resulting policy is validated like a new one.',
  },
  conditionalAccessPolicyDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes an access policy',
    response: Deletion,
    errors: ['precondition_failed'],
    mode: 'external',
  },
  conditionalAccessPolicySimulate: {
    method: 'post',
    path: `${path}/simulate`,
    scopes: read,
    summary: 'Simulates the access policies of a client',
    body: SimulateAccessPolicyRequest,
    response: AccessPolicySimulation,
    errors: [],
    noEtag: true,
    mode: 'query',
    ...bodyBounds,
    description:
      'Evaluates the policies as during a sign-in, with the given signals and, optionally, an unsaved policy.',
  },
});
