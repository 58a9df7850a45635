import type { Tx } from '@platform/kit/database';
import { findIdentityOwner, insertIdentity } from './identity-store.ts';
import type { SocialIdentity } from './social-identity.ts';

/** Links an identity to a user once. Returns false if it belongs to another user. */
export const identityLinking =
  ({ clock }: { clock: () => number }) =>
  async (tx: Tx, identity: SocialIdentity, userId: string): Promise<boolean> => {
    const { provider, issuer, subject, email } = identity;
    const linkedAt = new Date(clock());
    const row = { provider, issuer, subject, userId, email: email || null, linkedAt };
    if ((await insertIdentity(tx, row)) === 0)
      return (await findIdentityOwner(tx, identity)) === userId;
    await tx.publish({
      type: 'user.identity_linked',
      subject: { type: 'user', id: userId },
      data: { user: { id: userId }, provider },
    });
    return true;
  };

/** See {@link identityLinking}. */
export type LinkIdentity = ReturnType<typeof identityLinking>;
