import type { Database } from '@platform/kit/database';
import type { RpcClient } from '@platform/kit/grpc';
import { findIntentState } from './link-intent-store.ts';
import type { LinkIntentState } from './link-intent-store.ts';

/** The state of an invitation for one user. */
export type InvitationReview =
  | {
      state: 'open';
      organizationName: string;
      emailMasked: string;
      /** False if the link is for another account. */
      isExpected: boolean;
    }
  /** Accepted by this user with this link. `returnTo` is the URL to continue at; null for the application. */
  | { state: 'accepted'; returnTo: string | null }
  /** `link_expired`: opening the invitation's link again creates a new intent. `refused`: the organization does not accept this user. */
  | { state: 'expired' | 'link_expired' | 'revoked' | 'used' | 'refused' };

/** An invitation, by the token of its link intent, and the user, who is unknown before the sign-in. */
export interface ReviewedInvitation {
  tenantId: string;
  token: string;
  userId?: string;
}

/** Returns the state of an invitation. The directory is asked too, because the invitation can end while its link still works. */
export type ReviewInvitation = (question: ReviewedInvitation) => Promise<InvitationReview>;

const deadlineMs = 3_000;

/** Returns the URL only if its host is still allowed: the operator can have removed it since the intent was created. */
function allowedReturn(returnTo: string | null, hosts: ReadonlySet<string>): string | null {
  return returnTo !== null && hosts.has(new URL(returnTo).hostname) ? returnTo : null;
}

function redeemedReview(
  { consumedBy: by, outcome, returnTo }: LinkIntentState,
  userId: string | undefined,
  returnHosts: ReadonlySet<string>,
): InvitationReview {
  if (by !== userId) return { state: 'used' };
  const state = outcome ?? 'accepted';
  return state === 'accepted'
    ? { state, returnTo: allowedReturn(returnTo, returnHosts) }
    : { state };
}

export const invitationReview =
  ({
    db,
    directory,
    returnHosts,
  }: {
    db: Pick<Database, 'read'>;
    directory: () => Pick<RpcClient<'platform.directory.v1.Directory'>, 'PreviewInvitation'>;
    /** The hosts that a browser can be redirected to. */
    returnHosts: ReadonlySet<string>;
  }): ReviewInvitation =>
  async ({ tenantId, token, userId }) => {
    const context = { tenantId, actor: { type: 'system', id: 'invitations' } } as const;
    const intent = await db.read(context, (tx) => findIntentState(tx, token));
    if (intent?.state === 'consumed') return redeemedReview(intent, userId, returnHosts);
    if (!intent?.isRedeemable) return { state: 'link_expired' };
    const { outcome, organizationName, emailMasked } = await directory().PreviewInvitation(
      { tenantId, invitationId: intent.invitationId },
      { deadlineMs, repeatable: true },
    );
    if (outcome === 'EXPIRED') return { state: 'expired' };
    if (outcome === 'USED') return { state: 'used' };
    if (outcome !== 'PENDING') return { state: 'revoked' };
    const isExpected = intent.userId === null || intent.userId === userId;
    return { state: 'open', organizationName, emailMasked, isExpected };
  };
