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
  /** By this user, by this link. */
  | { state: 'accepted' }
  /** `link_expired`: the link of the invitation makes a new intent. */
  | { state: 'expired' | 'link_expired' | 'revoked' | 'used' };

/** Which invitation, by the token of its link intent, and for whom; nobody yet before the sign-in. */
export interface ReviewedInvitation {
  tenantId: string;
  token: string;
  userId?: string;
}

/** Looks an invitation up. */
export type ReviewInvitation = (question: ReviewedInvitation) => Promise<InvitationReview>;

const deadlineMs = 3_000;

function redeemedReview({ consumedBy: by, outcome }: LinkIntentState, userId: string | undefined) {
  if (by !== userId) return { state: 'used' } as const;
  return { state: outcome ?? 'accepted' } as const;
}

/** See {@link ReviewInvitation}. The directory knows the invitation itself: it may have ended while its link still works. */
export const invitationReview =
  ({
    db,
    directory,
  }: {
    db: Pick<Database, 'read'>;
    directory: () => Pick<RpcClient<'platform.directory.v1.Directory'>, 'PreviewInvitation'>;
  }): ReviewInvitation =>
  async ({ tenantId, token, userId }) => {
    const context = { tenantId, actor: { type: 'system', id: 'invitations' } } as const;
    const intent = await db.read(context, (tx) => findIntentState(tx, token));
    if (intent?.state === 'consumed') return redeemedReview(intent, userId);
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
