import { isId } from '@platform/contracts';
import type { invitationOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { findOrganization, holdOrganization } from '../organizations/organizations.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import { invitationResource } from './invitation-record.ts';
import type { InvitationRecord } from './invitation-record.ts';
import { findInvitation, listInvitations, lockInvitation } from './invitation-store.ts';
import { createInvitation, resendInvitation, revokeInvitation } from './invitation-writes.ts';
import type { InvitationWriting } from './invitation-writes.ts';

const shown = (invitation: InvitationRecord) =>
  answer(invitationResource(invitation), { version: invitation.version });

/** Adds the secret that is shown once: the link, or the token if it is not mailed. */
function shownWithSecret(
  { invitation, token }: { invitation: InvitationRecord; token: string },
  acceptBaseUrl: string,
) {
  const secret =
    acceptBaseUrl === ''
      ? { acceptUrl: null, token }
      : { acceptUrl: `${acceptBaseUrl.replace(/\/$/, '')}/invitations/accept?token=${token}` };
  return answer({ ...invitationResource(invitation), ...secret }, { version: invitation.version });
}

/** The invitation that a path names. */
async function ofPath(
  tx: Tx,
  { orgId, invId }: { orgId: string; invId: string },
  find: typeof findInvitation,
): Promise<InvitationRecord> {
  const organization = found(await findOrganization(tx, orgId));
  const invitation = isId('invitation', invId) ? await find(tx, invId) : undefined;
  if (invitation?.organizationId !== organization.id) throw problem('not_found');
  return invitation;
}

export const invitationHandlers = ({
  cursors,
  checkRoles,
  ...writing
}: InvitationWriting & { cursors: Cursors; checkRoles: CheckRoles }): Handlers<
  typeof invitationOperations
> => ({
  async organizationInvitationsList({ tx, principal, params, query: { limit, cursor, state } }) {
    const { id } = found(await findOrganization(tx, params.orgId));
    return cursors.list({
      tenantId: principal.tenantId,
      list: 'invitations',
      filters: { id, state },
      cursor,
      limit,
      key: 'id',
      rows: (before, most) => listInvitations(tx, id, { state, before, limit: most }),
      present: (invitation) => invitationResource(invitation),
    });
  },

  organizationInvitationsCreate: prepared(
    ({ principal, body }) => checkRoles(principal, [{ roles: body.roles, pointer: '/roles' }]),
    async ({ tx, principal: { type, id }, params, body }) => {
      const organization = found(await holdOrganization(tx, params.orgId));
      const inviter = { type, id };
      const created = await createInvitation(tx, organization, { body, inviter }, writing);
      return shownWithSecret(created, writing.acceptBaseUrl);
    },
  ),

  organizationInvitationsGet: async ({ tx, params }) =>
    shown(await ofPath(tx, params, findInvitation)),

  async organizationInvitationsResend({ tx, params }) {
    found(await holdOrganization(tx, params.orgId));
    const before = await ofPath(tx, params, lockInvitation);
    return shownWithSecret(await resendInvitation(tx, before, writing), writing.acceptBaseUrl);
  },

  async organizationInvitationsRevoke({ tx, params, ifMatch }) {
    const before = await ofPath(tx, params, lockInvitation);
    ifMatch(before.version);
    const { id } = await revokeInvitation(tx, before, writing.clock());
    return { id, deleted: true as const };
  },
});
