import { isId } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type {
  AcceptInvitationRequest,
  AcceptInvitationResponse,
  PreviewInvitationRequest,
  PreviewInvitationResponse,
} from '@platform/protos';
import { addMembership, findOrganization, lockMembership } from '../organizations/organizations.ts';
import { refuseUnderErasure } from '../users/user-lifecycle.ts';
import type { UserRecord } from '../users/user-record.ts';
import { lockUser } from '../users/users.ts';
import { hashOfToken, maskedEmail, invitationStateAt } from './invitation-record.ts';
import type { InvitationRecord } from './invitation-record.ts';
import {
  findInvitation,
  findInvitationByToken,
  lockInvitation,
  updateInvitation,
} from './invitation-store.ts';
import { publishInvitation } from './invitation-writes.ts';

const outcomes = {
  pending: 'PENDING',
  expired: 'EXPIRED',
  revoked: 'REVOKED',
  accepted: 'USED',
} as const;

function previewed(
  tx: Tx,
  { token, invitationId = '' }: PreviewInvitationRequest,
): Promise<InvitationRecord | undefined> {
  if (token) return findInvitationByToken(tx, hashOfToken(token));
  return isId('invitation', invitationId)
    ? findInvitation(tx, invitationId)
    : Promise.resolve(undefined);
}

/**
 * The part of an invitation that the holder of its link may see. The hub asks by the id that a link
 * intent names.
 */
export async function previewInvitation(
  tx: Tx,
  request: PreviewInvitationRequest,
  now: number,
): Promise<PreviewInvitationResponse> {
  const invitation = await previewed(tx, request);
  const organization = invitation && (await findOrganization(tx, invitation.organizationId));
  if (!invitation || !organization) return { outcome: 'NOT_FOUND' };
  return {
    outcome: outcomes[invitationStateAt(invitation, now)],
    invitationId: invitation.id,
    organizationId: invitation.organizationId,
    organizationName: organization.name,
    email: invitation.email,
    emailMasked: maskedEmail(invitation.email),
  };
}

/** Makes the user a member, adding the invitation's roles to existing ones. */
async function join(tx: Tx, user: UserRecord, invitation: InvitationRecord): Promise<boolean> {
  const { organizationId } = invitation;
  const present = await lockMembership(tx, organizationId, user.id);
  const roles = [...new Set([...(present?.roles ?? []), ...invitation.roles])];
  const membership = await addMembership(tx, {
    organizationId,
    user,
    roles,
    source: 'invitation',
  });
  return membership !== undefined;
}

/**
 * Redeems an invitation for a user who has signed in and confirmed. Repeating it with the same link
 * intent returns the same result. It does not prove an address: administrators who create
 * invitations also see their links.
 */
export async function acceptInvitation(
  tx: Tx,
  { invitationId, userId, linkIntentId }: AcceptInvitationRequest,
  now: number,
): Promise<AcceptInvitationResponse> {
  const user = isId('user', userId) ? await lockUser(tx, userId) : undefined;
  const invitation = isId('invitation', invitationId)
    ? await lockInvitation(tx, invitationId)
    : undefined;
  if (!user || !invitation) return { outcome: 'NOT_FOUND' };
  const { organizationId } = invitation;
  const state = invitationStateAt(invitation, now);
  if (state === 'accepted' && linkIntentId !== '' && invitation.linkIntentId === linkIntentId)
    return { outcome: invitation.acceptedBy === userId ? 'ACCEPTED' : 'USED', organizationId };
  if (state === 'accepted') return { outcome: 'USED', organizationId };
  if (state !== 'pending')
    return { outcome: state === 'expired' ? 'EXPIRED' : 'REVOKED', organizationId };
  refuseUnderErasure(user);
  if (!(await join(tx, user, invitation))) return { outcome: 'NOT_FOUND' };
  const accepted: InvitationRecord = {
    ...invitation,
    state: 'accepted',
    acceptedAt: new Date(now),
    acceptedBy: userId,
    linkIntentId,
    endedAt: new Date(now),
    tokenSealed: null,
    version: invitation.version + 1,
    updatedAt: new Date(now),
  };
  await updateInvitation(tx, accepted);
  await publishInvitation(tx, 'organization.invitation_accepted', accepted);
  return { outcome: 'ACCEPTED', organizationId };
}
