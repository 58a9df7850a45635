import { isId } from '@platform/contracts';
import type { MyInvitationResource, ownInvitationOperations } from '@platform/contracts';
import { ownUserId } from '@platform/kit/auth';
import type { Cursors, Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { findOrganization } from '../organizations/organizations.ts';
import type { UserRecord } from '../users/user-record.ts';
import { findUser, lockUser } from '../users/users.ts';
import { acceptInvitation } from './invitation-acceptance.ts';
import type { InvitationRecord } from './invitation-record.ts';
import { listPendingTo, lockInvitation } from './invitation-store.ts';
import type { InvitationTo } from './invitation-store.ts';
import { revokeInvitation } from './invitation-writes.ts';

/** The addresses that a user has proven: an invitation to any other may be for another person. */
const provenKeys = ({ email, emailVerified, additionalEmails }: UserRecord): string[] =>
  [
    ...(email !== null && emailVerified ? [email] : []),
    ...additionalEmails.filter(({ verified }) => verified).map((one) => one.email),
  ].flatMap((address) => emailKey(address) ?? []);

/** Locks an invitation to one of the user's addresses. */
async function lockedInvitation(
  tx: Tx,
  userId: string,
  invitationId: string,
): Promise<InvitationRecord> {
  const user = found(await lockUser(tx, userId));
  const invitation = isId('invitation', invitationId)
    ? await lockInvitation(tx, invitationId)
    : undefined;
  const isTheirs = invitation && provenKeys(user).includes(invitation.emailKey);
  const organization = isTheirs && (await findOrganization(tx, invitation.organizationId));
  if (!invitation || !organization) throw problem('not_found');
  return invitation;
}

const ownInvitation = (invitation: InvitationTo): MyInvitationResource => ({
  id: invitation.id,
  organizationId: invitation.organizationId,
  organizationName: invitation.organizationName,
  email: invitation.email,
  roles: invitation.roles,
  message: invitation.message,
  expiresAt: invitation.expiresAt.toISOString(),
  createdAt: invitation.createdAt.toISOString(),
});

const endings: Readonly<Record<string, string>> = {
  EXPIRED: 'The invitation has expired',
  REVOKED: 'The invitation is revoked',
  USED: 'The invitation is accepted',
};

/** Handlers of invitations to the token's user. */
export const ownInvitationHandlers = ({
  cursors,
  clock,
}: {
  cursors: Cursors;
  clock: () => number;
}): Handlers<typeof ownInvitationOperations> => ({
  async meInvitationList({ tx, principal, query }) {
    const id = ownUserId(principal);
    const keys = provenKeys(found(await findUser(tx, id)));
    return cursors.list({
      ...query,
      tenantId: principal.tenantId,
      list: 'own invitations',
      filters: { id },
      key: 'id',
      rows: (before, limit) => listPendingTo(tx, keys, before, limit),
      present: ownInvitation,
    });
  },

  async meInvitationAccept({ tx, principal, params }) {
    const { tenantId } = tx.context;
    const { id, organizationId } = await lockedInvitation(tx, ownUserId(principal), params.invId);
    const { outcome } = await acceptInvitation(
      tx,
      { tenantId, invitationId: id, userId: ownUserId(principal), linkIntentId: '' },
      clock(),
    );
    if (outcome === 'NOT_FOUND') throw problem('not_found');
    const detail = endings[String(outcome)];
    if (detail !== undefined) throw problem('invalid_state', { detail });
    return { id, organizationId, state: 'accepted' as const };
  },

  async meInvitationDecline({ tx, principal, params }) {
    const before = await lockedInvitation(tx, ownUserId(principal), params.invId);
    const { id, organizationId } = await revokeInvitation(tx, before, clock());
    return { id, organizationId, state: 'declined' as const };
  },
});
