import type { Tx } from '@platform/kit/database';
import { requirePasswordChange } from './password-store.ts';

/** Publishes that the next sign-in requires a new password. */
export const publishResetRequired = (tx: Tx, userId: string): Promise<unknown> =>
  tx.publish({
    type: 'user.password_reset_required',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId } },
  });

/**
 * Requires that a leaked password is replaced at the next sign-in. Does nothing if that is already required, or there is no
 * password.
 */
export async function compromisePassword(tx: Tx, userId: string): Promise<void> {
  if ((await requirePasswordChange(tx, userId)) === 0) return;
  await tx.publish({
    type: 'user.credential_compromised',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId }, method: 'password' },
  });
  await publishResetRequired(tx, userId);
}
