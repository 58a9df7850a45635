import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, anyOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import {
  Activation,
  ActivationRequest,
  ActiveScopes,
  CreateEligibleAssignmentRequest,
  EligibleAssignment,
  OwnEligibility,
} from './pim.ts';

const elevate = allOf('tenant:pim.elevate');
const approve = allOf('tenant:pim.approve');
const admin = allOf('tenant:pim.admin');
const activations = '/api/v1/pim/activations';
const eligibilities = '/api/v1/pim/eligible-assignments';

/** Just-in-time elevation. */
export const pimOperations = operations({
  pimListActivations: {
    method: 'get',
    path: activations,
    scopes: elevate,
    summary: 'Lists activations, newest first',
    query: z.strictObject(paging),
    response: listOf(Activation),
    errors: [],
    noEtag: true,
    mode: 'external',
    description:
      "Returns the caller's own activations; with tenant:pim.approve also the open ones that the caller can decide on; with tenant:pim.admin all of them.",
  },
  pimRequestActivation: {
    method: 'post',
    path: activations,
    scopes: elevate,
    summary: 'Requests an activation',
    body: ActivationRequest,
    response: Activation,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists', 'limit_exceeded', 'insufficient_user_authentication'],
    description:
      'The activation starts immediately unless the eligibility requires approval. A 401 response states which sign-in is required (RFC 9470).',
  },
  pimGetActiveScopes: {
    method: 'get',
    path: `${activations}/active-scopes`,
    scopes: elevate,
    summary: "Gets the caller's currently elevated scopes",
    response: ActiveScopes,
    errors: [],
    noEtag: true,
    description:
      'Reads the database, never a cache. Scopes of an organization apply only to tokens for that organization.',
  },
  pimGetActivation: {
    method: 'get',
    path: `${activations}/{id}`,
    scopes: anyOf('tenant:pim.elevate', 'tenant:pim.approve', 'tenant:pim.admin'),
    summary: 'Gets an activation',
    response: Activation,
    errors: [],
    mode: 'external',
    description:
      'Returns an activation of the caller; with tenant:pim.approve also an open one that the caller can decide on; with tenant:pim.admin any activation of the tenant.',
  },
  pimApproveActivation: {
    method: 'post',
    path: `${activations}/{id}/approve`,
    scopes: approve,
    summary: 'Approves an activation',
    response: Activation,
    mode: 'external',
    errors: ['self_approval', 'invalid_state', 'precondition_failed'],
    description:
      "Nobody approves their own, through whatever session, client or delegated token. Repeating one's own approval changes nothing.",
  },
  pimRevokeActivation: {
    method: 'post',
    path: `${activations}/{id}/revoke`,
    scopes: anyOf('tenant:pim.approve', 'tenant:pim.elevate'),
    summary: 'Denies, cancels or ends an activation',
    response: Activation,
    mode: 'external',
    errors: ['invalid_state', 'precondition_failed'],
    description:
      "With tenant:pim.approve, ends any activation of the tenant; otherwise the caller's own.",
  },
  pimListEligible: {
    method: 'get',
    path: '/api/v1/pim/eligible',
    scopes: elevate,
    summary: "Lists the caller's eligible assignments",
    query: z.strictObject(paging),
    response: listOf(OwnEligibility),
    errors: [],
    noEtag: true,
    mode: 'external',
    description:
      "Returns the caller's active eligibilities, newest first. `openActivationId` is the activation that is open.",
  },
  pimEligibilityAdminList: {
    method: 'get',
    path: eligibilities,
    scopes: admin,
    summary: 'Lists eligible assignments, newest first',
    query: z.strictObject(paging),
    response: listOf(EligibleAssignment),
    errors: [],
    noEtag: true,
  },
  pimEligibilityAdminCreate: {
    method: 'post',
    path: eligibilities,
    scopes: admin,
    summary: 'Creates an eligible assignment',
    body: CreateEligibleAssignmentRequest,
    response: EligibleAssignment,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists'],
    description: "Can grant only scopes that the caller's token holds.",
  },
  pimEligibilityAdminGet: {
    method: 'get',
    path: `${eligibilities}/{id}`,
    scopes: admin,
    summary: 'Gets an eligible assignment',
    response: EligibleAssignment,
    errors: [],
  },
  pimEligibilityAdminDelete: {
    method: 'delete',
    path: `${eligibilities}/{id}`,
    scopes: admin,
    summary: 'Deletes an eligible assignment',
    response: Deletion,
    errors: ['precondition_failed'],
    description: 'Also ends the open activations of the assignment.',
  },
});
