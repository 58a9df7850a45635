import { connectionIssuer } from '@platform/contracts';
import { BrokeredSignInFailed } from '../../federation/brokered-identity.ts';
import type { LoginSiblings } from '../login-siblings.ts';
import type { Login } from '../steps/login-step.ts';

/** Links a pending identity to the account once the person has completed the login to it, including a second factor. */
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
        // The identity has been linked to another user meanwhile. That must not fail the sign-in.
        if (!(error instanceof BrokeredSignInFailed)) throw error;
      });
  }
  await directory().ProvisionUser(
    {
      tenantId,
      directoryId: connection,
      identity: { issuer: connectionIssuer(issuer, connection), subject },
      email,
      // The directory keeps one response per login id, and the first one was that a proof is required.
      loginId: `${request.uid}/link`,
      userId,
    },
    { deadlineMs },
  );
}
