import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  CreateInvitationRequest,
  Invitation,
  InvitationState,
  InvitationWithSecret,
} from './invitation.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write');
const path = '/api/v1/organizations/{orgId}/invitations';

/** Operations on invitations to organizations. */
export const invitationOperations = operations({
  organizationInvitationsList: {
    method: 'get',
    path,
    scopes: read,
    summary: "Lists an organization's invitations, newest first",
    query: z.strictObject({ state: InvitationState.optional(), ...paging }),
    response: listOf(Invitation),
    errors: [],
    noEtag: true,
  },
  organizationInvitationsCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Invites a user to an organization',
    description:
      'Each address can have only one pending invitation. The e-mail is sent in the background; `delivery` reports its status.',
    body: CreateInvitationRequest,
    response: InvitationWithSecret,
    secretAnswer: true,
    errors: ['already_exists', 'conflict', 'limit_exceeded', 'upstream_unavailable'],
  },
  organizationInvitationsGet: {
    method: 'get',
    path: `${path}/{invId}`,
    scopes: read,
    summary: 'Gets an invitation',
    response: Invitation,
    errors: [],
  },
  organizationInvitationsResend: {
    method: 'post',
    path: `${path}/{invId}/resend`,
    scopes: write,
    summary: 'Resends an invitation',
    description:
      'Sends a new link with a later expiry; the old link stops working. Each invitation can be resent at most 10 times in 24 hours.',
    response: InvitationWithSecret,
    secretAnswer: true,
    errors: ['already_exists', 'invalid_state', 'limit_exceeded'],
  },
  organizationInvitationsRevoke: {
    method: 'delete',
    path: `${path}/{invId}`,
    scopes: write,
    summary: 'Revokes an invitation',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
  },
});
