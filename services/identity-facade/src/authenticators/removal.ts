import type { Tx } from '@platform/kit/database';
import {
  countRecoveryCodes,
  deleteAuthenticator,
  deleteAuthenticatorsOf,
  deleteRecoveryCodesOf,
  listAuthenticators,
} from './authenticator-store.ts';

/** Removes one authenticator. Returns its method, or undefined if there is none. */
export const removeAuthenticator = async (
  tx: Tx,
  userId: string,
  id: string,
): Promise<string | undefined> => (await deleteAuthenticator(tx, userId, id))?.method;

/** Removes the recovery codes of a user. Returns their method, or undefined if there are none. */
export const removeRecoveryCodes = async (tx: Tx, userId: string): Promise<string | undefined> =>
  (await deleteRecoveryCodesOf(tx, userId)) > 0 ? 'recovery_code' : undefined;

/** Removes all authenticators of a user. Returns the number of rows. */
export const removeAuthenticatorsOf = async (tx: Tx, userId: string): Promise<number> =>
  (await deleteAuthenticatorsOf(tx, userId)) + (await deleteRecoveryCodesOf(tx, userId));

/** The authenticators of a user, without secrets. */
export async function describeAuthenticators(tx: Tx, userId: string) {
  const [rows, recoveryCodes] = await Promise.all([
    listAuthenticators(tx, userId),
    countRecoveryCodes(tx, userId),
  ]);
  return {
    authenticators: rows.map(({ id, method, label, createdAt, lastUsedAt, rpId }) => ({
      id,
      method,
      label,
      rpId: rpId ?? '',
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? '',
    })),
    recoveryCodes,
  };
}
