import type { Actor, InvitationCreation } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { problemWithReason, invalid, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { directoryLocks } from '../advisory-locks.ts';
import { lockMembership } from '../organizations/organizations.ts';
import { findIdentifierHolder } from '../users/users.ts';
import { enqueueMail, sealToken } from './invitation-mail.ts';
import {
  hashOfToken,
  invitationResource,
  newInvitationToken,
  invitationStateAt,
} from './invitation-record.ts';
import type { InvitationRecord } from './invitation-record.ts';
import {
  countPending,
  insertInvitation,
  lockPendingFor,
  updateInvitation,
} from './invitation-store.ts';

export interface InvitationWriting {
  jobs: Pick<Jobs, 'enqueue'>;
  secrets: Pick<SecretBox, 'seal'>;
  /** Origin of the page where invitations are accepted. If empty, no mail is sent. */
  acceptBaseUrl: string;
  ttlMs: number;
  clock: () => number;
}

type InvitationEvent =
  | 'organization.invitation_created'
  | 'organization.invitation_resent'
  | 'organization.invitation_accepted'
  | 'organization.invitation_revoked'
  | 'organization.invitation_expired';

const maxPending = 1_000;
const maxResends = 10;
const dayMs = 86_400_000;

/** Publishes a change of an invitation. */
export const publishInvitation = (tx: Tx, type: InvitationEvent, invitation: InvitationRecord) =>
  tx.publish({
    type,
    subject: { type: 'organization', id: invitation.organizationId },
    organizationId: invitation.organizationId,
    data: {
      organization: { id: invitation.organizationId },
      invitation: invitationResource(invitation),
    },
  });

/** The fields of an invitation that a new link changes. */
function linked(
  invitation: InvitationRecord,
  token: string,
  { tenantId, now }: { tenantId: string; now: number },
  { secrets, acceptBaseUrl }: InvitationWriting,
): InvitationRecord {
  const isMailed = acceptBaseUrl !== '';
  return {
    ...invitation,
    state: 'pending',
    endedAt: null,
    tokenHash: hashOfToken(token),
    tokenSealed: isMailed ? sealToken(secrets, tenantId, invitation.id, token) : null,
    expiresAt: new Date(now + invitation.ttlSeconds * 1_000),
    delivery: isMailed ? 'queued' : 'not_configured',
    updatedAt: new Date(now),
  };
}

export async function expireInvitation(
  tx: Tx,
  invitation: InvitationRecord,
  now: number,
): Promise<void> {
  const expired: InvitationRecord = {
    ...invitation,
    state: 'expired',
    endedAt: invitation.expiresAt,
    tokenSealed: null,
    version: invitation.version + 1,
    updatedAt: new Date(now),
  };
  await updateInvitation(tx, expired);
  await publishInvitation(tx, 'organization.invitation_expired', expired);
}

/**
 * Ensures that a pending invitation of this address can be added. @throws 409 `already_exists`, 422
 * `limit_exceeded`
 */
async function makeRoom(
  tx: Tx,
  {
    organizationId,
    emailKey: key,
    id,
  }: Pick<InvitationRecord, 'organizationId' | 'emailKey' | 'id'>,
  now: number,
): Promise<void> {
  const { tenantId } = tx.context;
  await lock(tx, directoryLocks.organizationInvitations, `${tenantId} ${organizationId}`);
  const pending = await lockPendingFor(tx, organizationId, key);
  if (pending && pending.id !== id) {
    if (invitationStateAt(pending, now) === 'pending')
      throw problemWithReason('already_exists', {
        pointer: '/email',
        code: 'already_exists',
        detail: 'already has a pending invitation to the organization',
      });
    await expireInvitation(tx, pending, now);
  }
  if (
    (await countPending(tx, organizationId, maxPending + 1)) >=
    maxPending + (pending?.id === id ? 1 : 0)
  )
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `An organization can have at most ${maxPending} pending invitations`,
    });
}

async function refuseMember(tx: Tx, organizationId: string, key: string): Promise<void> {
  const holder = await findIdentifierHolder(tx, 'email', key);
  const membership = holder && (await lockMembership(tx, organizationId, holder.userId));
  if (membership)
    throw problem('conflict', { detail: 'The user with this e-mail address is already a member' });
}

/** Creates an invitation and enqueues its mail. Also returns the token. */
export async function createInvitation(
  tx: Tx,
  organization: { id: string; defaultRoles: readonly string[] },
  { body, inviter }: { body: InvitationCreation; inviter: Actor },
  writing: InvitationWriting,
): Promise<{ invitation: InvitationRecord; token: string }> {
  const key = emailKey(body.email);
  if (key === undefined) throw invalid('/email', 'invalid_format', 'must be an e-mail address');
  const now = writing.clock();
  const id = newId('invitation');
  await makeRoom(tx, { id, organizationId: organization.id, emailKey: key }, now);
  await refuseMember(tx, organization.id, key);
  const token = newInvitationToken();
  const blank: InvitationRecord = {
    id,
    organizationId: organization.id,
    email: body.email,
    emailKey: key,
    roles: [...(body.roles ?? organization.defaultRoles)],
    state: 'pending',
    inviter,
    locale: body.locale ?? null,
    message: body.message ?? null,
    tokenHash: Buffer.alloc(0),
    tokenSealed: null,
    ttlSeconds: body.expiresInSeconds ?? Math.ceil(writing.ttlMs / 1_000),
    expiresAt: new Date(now),
    acceptedAt: null,
    acceptedBy: null,
    linkIntentId: null,
    revokedAt: null,
    endedAt: null,
    sentCount: 0,
    lastSentAt: null,
    delivery: 'queued',
    linkNumber: 1,
    resentAt: [],
    version: 1,
    createdAt: new Date(now),
    updatedAt: new Date(now),
  };
  const invitation = linked(blank, token, { tenantId: tx.context.tenantId, now }, writing);
  await insertInvitation(tx, invitation);
  if (invitation.delivery === 'queued') await enqueueMail(tx, writing.jobs, invitation);
  await publishInvitation(tx, 'organization.invitation_created', invitation);
  return { invitation, token };
}

function refuseEnded({ state }: InvitationRecord): void {
  if (state === 'accepted' || state === 'revoked')
    throw problem('invalid_state', { detail: `The invitation is ${state}` });
}

/** Creates a new link, which invalidates the old one, and enqueues its mail. */
export async function resendInvitation(
  tx: Tx,
  before: InvitationRecord,
  writing: InvitationWriting,
): Promise<{ invitation: InvitationRecord; token: string }> {
  refuseEnded(before);
  const now = writing.clock();
  const recent = before.resentAt.filter((time) => time.getTime() > now - dayMs);
  const [oldest] = recent;
  if (oldest && recent.length >= maxResends) {
    const seconds = Math.ceil((oldest.getTime() + dayMs - now) / 1_000);
    throw problem('rate_limited', {
      detail: `An invitation can be resent at most ${maxResends} times in 24 hours`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
  await makeRoom(tx, before, now);
  const token = newInvitationToken();
  const renewed: InvitationRecord = {
    ...before,
    linkNumber: before.linkNumber + 1,
    resentAt: [...recent, new Date(now)],
    version: before.version + 1,
  };
  const invitation = linked(renewed, token, { tenantId: tx.context.tenantId, now }, writing);
  await updateInvitation(tx, invitation);
  if (invitation.delivery === 'queued') await enqueueMail(tx, writing.jobs, invitation);
  await publishInvitation(tx, 'organization.invitation_resent', invitation);
  return { invitation, token };
}

/** Revokes an invitation that has not been accepted. */
export async function revokeInvitation(
  tx: Tx,
  before: InvitationRecord,
  now: number,
): Promise<InvitationRecord> {
  refuseEnded(before);
  const revoked: InvitationRecord = {
    ...before,
    state: 'revoked',
    revokedAt: new Date(now),
    endedAt: new Date(now),
    tokenSealed: null,
    version: before.version + 1,
    updatedAt: new Date(now),
  };
  await updateInvitation(tx, revoked);
  await publishInvitation(tx, 'organization.invitation_revoked', revoked);
  return revoked;
}
