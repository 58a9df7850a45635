import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { PermanentJobError, handleJob, jobKind } from '@platform/kit/jobs';
import type { ActiveJob, JobMount, Jobs } from '@platform/kit/jobs';
import { Problem } from '@platform/kit/problem';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { z } from 'zod';
import { findOrganization } from '../organizations/organizations.ts';
import { findUser } from '../users/users.ts';
import { invitationStateAt } from './invitation-record.ts';
import type { InvitationRecord } from './invitation-record.ts';
import { findInvitation, lockInvitation, updateInvitation } from './invitation-store.ts';

/** Sends the mail of an invitation, with retries until the invitation ends. */
const invitationMailKind = jobKind({
  name: 'invitation_mail',
  payload: z.object({ invitationId: z.string(), linkNumber: z.int() }),
  perTenant: 4,
  maxAttempts: 3_000,
});

type Payload = z.output<typeof invitationMailKind.payload>;

const contextOf = (tenantId: string, id: string) => ({ tenantId, field: `invitations/${id}` });

/** The column with tokens that have not been sent, for resealing. */
export const sealedInvitationTokens: SealedColumn = {
  table: 'invitations',
  column: 'token_sealed',
  key: ['id'],
  contextOf,
};

export interface InvitationMailOptions {
  identityFacade: () => RpcPeer;
  secrets: Pick<SecretBox, 'open'>;
}

export const sealToken = (
  secrets: Pick<SecretBox, 'seal'>,
  tenantId: string,
  id: string,
  token: string,
): string => secrets.seal(token, contextOf(tenantId, id));

/** Enqueues the mail of the current link. */
export const enqueueMail = (
  tx: Tx,
  jobs: Pick<Jobs, 'enqueue'>,
  { id, linkNumber }: InvitationRecord,
): Promise<unknown> => jobs.enqueue(tx, invitationMailKind, { invitationId: id, linkNumber });

interface Letter {
  invitation: InvitationRecord;
  organization: { id: string; name: string };
  inviterName: string;
  userLocale: string | null;
}

async function inviterNameOf(tx: Tx, { inviter }: InvitationRecord): Promise<string> {
  const user = inviter.type === 'user' ? await findUser(tx, inviter.id) : undefined;
  return user?.displayName ?? user?.email ?? '';
}

/** The mail to send; undefined if the invitation has ended or changed. */
async function letterOf(
  tx: Tx,
  { invitationId, linkNumber }: Payload,
): Promise<Letter | undefined> {
  const invitation = await findInvitation(tx, invitationId);
  if (!invitation || invitation.linkNumber !== linkNumber || invitation.tokenSealed === null)
    return undefined;
  if (invitationStateAt(invitation, Date.now()) !== 'pending') return undefined;
  const organization = await findOrganization(tx, invitation.organizationId);
  if (!organization) return undefined;
  return {
    invitation,
    organization,
    inviterName: await inviterNameOf(tx, invitation),
    userLocale: invitation.locale,
  };
}

async function send(
  { identityFacade, secrets }: InvitationMailOptions,
  tenantId: string,
  { invitation, organization, inviterName, userLocale }: Letter,
): Promise<void> {
  const { id, email, message, linkNumber, tokenSealed, expiresAt } = invitation;
  await identityFacade()
    .service('platform.identity.v1.Mail')
    .Send(
      {
        tenantId,
        idempotencyKey: `${id}:${linkNumber}`,
        type: 'organization_invitation',
        to: email,
        locales: userLocale === null ? [] : [userLocale],
        variables: {
          'organization.id': organization.id,
          'organization.name': organization.name,
          'inviter.displayName': inviterName,
          message: message ?? '',
        },
        linkToken: secrets.open(tokenSealed ?? '', contextOf(tenantId, id)),
        expiresAt: expiresAt.toISOString(),
        organizationId: organization.id,
      },
      { repeatable: true },
    );
}

async function writeDelivery(
  tx: Tx,
  { invitationId, linkNumber }: Payload,
  delivery: InvitationRecord['delivery'],
): Promise<void> {
  const invitation = await lockInvitation(tx, invitationId);
  if (invitation?.linkNumber !== linkNumber) return;
  const isSent = delivery === 'sent';
  const now = new Date();
  await updateInvitation(tx, {
    ...invitation,
    delivery,
    tokenSealed: null,
    sentCount: invitation.sentCount + (isSent ? 1 : 0),
    lastSentAt: isSent ? now : invitation.lastSentAt,
    version: invitation.version + 1,
    updatedAt: now,
  });
}

/** A missing accept page is a fault of the mail service's configuration, not of this mail. */
const hasNoAcceptPage = (error: unknown): boolean =>
  error instanceof Problem &&
  (error.details.errors ?? []).some(({ code }) => String(code) === 'accept_base_url_missing');

async function sendOnce(options: InvitationMailOptions, job: ActiveJob<Payload>): Promise<void> {
  const letter = await job.read((tx) => letterOf(tx, job.payload));
  if (!letter) return;
  try {
    await send(options, job.tenantId, letter);
  } catch (error) {
    if (hasNoAcceptPage(error))
      return job.transact((tx) => writeDelivery(tx, job.payload, 'not_configured'));
    if (error instanceof Problem && error.status < 500 && error.status !== 429)
      throw new PermanentJobError(error.code, error.message);
    throw error;
  }
  await job.transact((tx) => writeDelivery(tx, job.payload, 'sent'));
}

/** Sends mails of invitations. They wait while the mail service is unavailable. */
export const invitationMailJob = (options: InvitationMailOptions): JobMount =>
  handleJob(invitationMailKind, {
    run: (job) => sendOnce(options, job),
    onEnded: (tx, { payload }) => writeDelivery(tx, payload, 'failed'),
  });
