import type { RequestOrigin } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { changeData } from '../credential-change.ts';
import {
  insertAuthenticator,
  listAuthenticators,
  updateAuthenticatorLabel,
} from './authenticator-store.ts';
import type { AuthenticatorRow } from './authenticator-store.ts';

const maxAuthenticators = 20;

/** A new authenticator; columns that its method does not use are absent. */
export type NewAuthenticator = Partial<AuthenticatorRow> &
  Pick<AuthenticatorRow, 'userId' | 'id' | 'method' | 'label' | 'createdAt'>;

/** Stores an authenticator and publishes it. Returns false if its key is already enrolled. */
export async function addAuthenticator(
  tx: Tx,
  given: NewAuthenticator,
  origin: RequestOrigin,
): Promise<boolean> {
  const { userId, id, method } = given;
  if ((await listAuthenticators(tx, userId)).length >= maxAuthenticators)
    throw problem('limit_exceeded', {
      detail: `A user can have at most ${maxAuthenticators} authenticators`,
    });
  const added = await insertAuthenticator(tx, {
    totpSecret: null,
    credentialId: null,
    publicKey: null,
    signCount: null,
    transports: null,
    rpId: null,
    isHardware: false,
    lastUsedAt: null,
    ...given,
  });
  if (added === 0) return false;
  await publishAdded(tx, userId, { method, authenticatorId: id }, origin);
  return true;
}

/** Renames an authenticator. Returns false if the user has none with this id. */
export const renameAuthenticator = async (
  tx: Tx,
  userId: string,
  id: string,
  label: string,
): Promise<boolean> => (await updateAuthenticatorLabel(tx, userId, id, label)) === 1;

/** Publishes a new way to sign in. Users enroll authenticators themselves. */
export const publishAdded = (
  tx: Tx,
  userId: string,
  data: { method: string; authenticatorId?: string },
  origin: RequestOrigin,
) =>
  tx.publish({
    type: 'user.authenticator_added',
    subject: { type: 'user', id: userId },
    data: {
      user: { id: userId },
      ...data,
      ...changeData(tx, userId, { ...origin, requestedBy: 'user' }),
    },
  });
