import type { Tx } from '@platform/kit/database';
import { requirePasswordChange } from './password-store.ts';

/** Publishes that a new password is due at the next sign-in. */
export const publishResetRequired = (tx: Tx, userId: string): Promise<unknown> =>
  tx.publish({
    type: 'user.password_reset_required',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId } },
  });

/** Has a leaked password replaced at the next sign-in. Nothing happens where that is due already, or there is no password. */
export async function compromisePassword(tx: Tx, userId: string): Promise<void> {
  if ((await requirePasswordChange(tx, userId)) === 0) return;
  await tx.publish({
    type: 'user.credential_compromised',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId }, method: 'password' },
  });
  await publishResetRequired(tx, userId);
}
