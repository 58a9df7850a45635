import type { RpcClient } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { HubLinkIntents } from './hub-link-intents.ts';

/** The link of an invitation that a person opened. */
export interface FollowedLink {
  tenantId: string;
  /** Of the link. */
  token: string;
}

/** The user who accepts, if the console knows them. */
export interface Acceptance extends FollowedLink {
  userId?: string | undefined;
  idempotencyKey?: string | undefined;
}

const deadlineMs = 3_000;
const ended: Readonly<Record<string, string>> = {
  EXPIRED: 'The invitation has expired; ask for a new one',
  REVOKED: 'The invitation was revoked',
  USED: 'The invitation has already been accepted',
};

/** Serves the page behind the link of an invitation: shows who invites, and where to sign in to accept. */
export function invitationLinks({
  directory,
  intents,
}: {
  directory: () => Pick<RpcClient<'platform.directory.v1.Directory'>, 'PreviewInvitation'>;
  intents: Pick<HubLinkIntents, 'create'>;
}) {
  async function find({ tenantId, token }: FollowedLink) {
    const found = await directory().PreviewInvitation(
      { tenantId, token },
      { deadlineMs, repeatable: true },
    );
    if (found.outcome === 'NOT_FOUND')
      throw problem('not_found', { detail: 'No invitation was found for this token' });
    return found;
  }

  return {
    /** Masks the address: the holder of the link need not own it. */
    async preview(link: FollowedLink) {
      const { outcome, organizationId, organizationName, emailMasked } = await find(link);
      return { organizationId, organizationName, emailMasked, state: outcome.toLowerCase() };
    },

    /** Returns the URL at which the person signs in to accept. @throws 409 `invalid_state` for a closed invitation */
    async accept({ userId, idempotencyKey, ...link }: Acceptance) {
      const { outcome, invitationId, organizationId, email } = await find(link);
      const detail = ended[outcome];
      if (detail !== undefined) throw problem('invalid_state', { detail });
      const { tenantId } = link;
      const { intentToken, authorizeUrl, expiresAt } = await intents.create({
        tenantId,
        invitationId,
        organizationId,
        email,
        userId,
        idempotencyKey,
      });
      return { intentToken, authorizeUrl, organizationId, expiresAt };
    },
  };
}

/** See {@link invitationLinks}. */
export type InvitationLinks = ReturnType<typeof invitationLinks>;
