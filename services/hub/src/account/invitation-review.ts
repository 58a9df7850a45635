import type { Database } from '@platform/kit/database';
import type { RpcClient } from '@platform/kit/grpc';
import { findIntentState } from './link-intent-store.ts';
import type { LinkIntentState } from './link-intent-store.ts';

/** Where an invitation stands for one user. */
export type InvitationReview =
  | {
      state: 'open';
      organizationName: string;
      emailMasked: string;
      /** False where the link is for another account. */
      isExpected: boolean;
    }
  /** By this user, by this link. `returnTo`: where the browser goes then; null: back to the application. */
  | { state: 'accepted'; returnTo: string | null }
  /** `link_expired`: the link of the invitation makes a new intent. `refused`: the organization does not take this user. */
  | { state: 'expired' | 'link_expired' | 'revoked' | 'used' | 'refused' };

/** Which invitation, by the token of its link intent, and for whom; nobody yet before the sign-in. */
export interface ReviewedInvitation {
  tenantId: string;
  token: string;
  userId?: string;
}

/** Looks an invitation up. */
export type ReviewInvitation = (question: ReviewedInvitation) => Promise<InvitationReview>;

const deadlineMs = 3_000;

/** Where a browser may be sent still: the operator may have removed the host since the intent was made. */
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

/** See {@link ReviewInvitation}. The directory knows the invitation itself: it may have ended while its link still works. */
export const invitationReview =
  ({
    db,
    directory,
    returnHosts,
  }: {
    db: Pick<Database, 'read'>;
    directory: () => Pick<RpcClient<'platform.directory.v1.Directory'>, 'PreviewInvitation'>;
    /** Hosts that a browser may be sent back to. */
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
