import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, anyOf, operations, recentSignIn } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import {
  Activation,
  ActivationDecision,
  ActivationRequest,
  ActiveScopes,
  CreateEligibleAssignmentRequest,
  EligibleAssignment,
  OwnEligibility,
  UpdateEligibleAssignmentRequest,
  activationStates,
} from './pim.ts';

const elevate = allOf('tenant:pim.elevate');
const approve = allOf('tenant:pim.approve');
const admin = allOf('tenant:pim.admin');
const activations = '/api/v1/pim/activations';
const eligibilities = '/api/v1/pim/eligible-assignments';

/** Operations on just-in-time elevation. */
export const pimOperations = operations({
  pimListActivations: {
    method: 'get',
    path: activations,
    scopes: elevate,
    summary: 'Lists activations, newest first',
    query: z.strictObject({
      ...paging,
      state: z
        .enum(['open', ...activationStates])
        .optional()
        .describe('`open`: those that are requested, scheduled or active.'),
    }),
    response: listOf(Activation),
    errors: [],
    noEtag: true,
    mode: 'external',
    description:
      "Returns the caller's own activations. With `tenant:pim.approve`, also returns open activations that the caller can decide on; with `tenant:pim.admin`, returns all activations.",
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
      'The activation starts immediately unless the eligible assignment requires approval. A 401 response states which sign-in is required (RFC 9470).',
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
      'The result is never cached. Scopes of an organization apply only to tokens for that organization.',
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
      "Returns the caller's own activations. With `tenant:pim.approve`, also returns open activations that the caller can decide on; with `tenant:pim.admin`, returns any activation of the tenant.",
  },
  pimApproveActivation: {
    method: 'post',
    path: `${activations}/{id}/approve`,
    scopes: approve,
    stepUp: recentSignIn,
    summary: 'Approves an activation',
    body: ActivationDecision,
    bodyOptional: true,
    ...bodyBounds,
    response: Activation,
    mode: 'external',
    errors: ['self_approval', 'invalid_state', 'precondition_failed'],
    description:
      'Users can never approve their own requests, whichever session, client or delegated token they use. Approving the same activation again has no effect.',
  },
  pimRevokeActivation: {
    method: 'post',
    path: `${activations}/{id}/revoke`,
    scopes: anyOf('tenant:pim.approve', 'tenant:pim.elevate'),
    summary: 'Denies, cancels or ends an activation',
    body: ActivationDecision,
    bodyOptional: true,
    ...bodyBounds,
    response: Activation,
    mode: 'external',
    errors: ['invalid_state', 'precondition_failed'],
    description:
      "With `tenant:pim.approve`, ends any activation of the tenant; otherwise, only the caller's own.",
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
      "Returns the caller's active eligible assignments, newest first. `openActivationId` is the id of the open activation, if any.",
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
    stepUp: recentSignIn,
    summary: 'Creates an eligible assignment',
    body: CreateEligibleAssignmentRequest,
    response: EligibleAssignment,
    mode: 'external',
    ...bodyBounds,
    errors: ['already_exists'],
    description: "The assignment can grant only scopes that the caller's token has.",
  },
  pimEligibilityAdminGet: {
    method: 'get',
    path: `${eligibilities}/{id}`,
    scopes: admin,
    summary: 'Gets an eligible assignment',
    response: EligibleAssignment,
    errors: [],
  },
  pimEligibilityAdminUpdate: {
    method: 'patch',
    path: `${eligibilities}/{id}`,
    scopes: admin,
    stepUp: recentSignIn,
    summary: 'Updates an eligible assignment',
    body: UpdateEligibleAssignmentRequest,
    mergePatch: true,
    response: EligibleAssignment,
    mode: 'external',
    ...bodyBounds,
    errors: ['invalid_state', 'precondition_failed'],
    description: [
      "JSON Merge Patch (RFC 7396). The caller's token must have every scope that the assignment grants. An expired assignment cannot be changed.",
      'A request that waits for approval keeps its terms, except those that are now stricter: more approvals, a shorter duration, an earlier deadline. It is decided by the current approvers; approvals that it already has count. It is cancelled if it could no longer be made: its justification or ticket is missing, its sign-in was too weak or too old, or the assignment ends before it starts.',
      'Scheduled and active elevations keep their duration, but end with the assignment.',
    ].join(' '),
  },
  pimEligibilityAdminDelete: {
    method: 'delete',
    path: `${eligibilities}/{id}`,
    scopes: admin,
    stepUp: recentSignIn,
    summary: 'Deletes an eligible assignment',
    response: Deletion,
    errors: ['precondition_failed'],
    description: 'Also ends the open activations of the assignment.',
  },
});
