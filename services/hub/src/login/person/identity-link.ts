import { connectionIssuer } from '@platform/contracts';
import { BrokeredSignInFailed } from '../../federation/brokered-identity.ts';
import type { LoginSiblings } from '../login-siblings.ts';
import type { Login } from '../steps/login-step.ts';

/** Links the identity that someone came with to the account that they have signed in to, second factor and all. */
export async function linkPending(
  { request, progress, state }: Login,
  { brokers, directory, deadlineMs }: LoginSiblings,
): Promise<void> {
  const { pendingLink, userId } = progress;
  if (!pendingLink || state.status !== 'completed' || pendingLink.userId !== userId) return;
  const { identity, state: attemptState } = pendingLink;
  const { connection, issuer, subject, kind, email } = identity;
  const tenantId = request.tenant.id;
  if (kind === 'social') {
    return brokers
      .linkSocial({ tenantId, loginId: request.uid, state: attemptState, userId })
      .catch((error: unknown) => {
        // Somebody else has the identity by now: the sign-in itself is none the worse for it.
        if (!(error instanceof BrokeredSignInFailed)) throw error;
      });
  }
  await directory().ProvisionUser(
    {
      tenantId,
      directoryId: connection,
      identity: { issuer: connectionIssuer(issuer, connection), subject },
      email,
      // One answer is kept for each login, and the first said that a proof was needed.
      loginId: `${request.uid}/link`,
      userId,
    },
    { deadlineMs },
  );
}
