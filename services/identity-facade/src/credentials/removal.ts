import { idPrefixes } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { removeAuthenticator } from '../authenticators/removal.ts';
import { removeDevice } from '../devices/devices.ts';
import { removePassword } from '../passwords/password-removal.ts';
import { changeData } from '../credential-change.ts';
import type { CredentialChange } from '../credential-change.ts';

const isDevice = (id: string): boolean => id.startsWith(`${idPrefixes.trustedDevice}_`);

/** Publishes that a way to sign in was removed. */
export const publishRemoved = (
  tx: Tx,
  userId: string,
  removed: { method: string; authenticatorId?: string },
  change: CredentialChange,
): Promise<unknown> =>
  tx.publish({
    type: 'user.authenticator_removed',
    subject: { type: 'user', id: userId },
    data: { user: { id: userId }, ...removed, ...changeData(tx, userId, change) },
  });

/** Removes an authenticator, a device, or with an empty id the password, and publishes the removal. @throws 404 */
export async function removeCredential(
  tx: Tx,
  { userId, authenticatorId }: { userId: string; authenticatorId: string },
  change: CredentialChange,
): Promise<void> {
  if (isDevice(authenticatorId) && (await removeDevice(tx, userId, authenticatorId))) return;
  const method =
    authenticatorId === ''
      ? await removePassword(tx, userId)
      : await removeAuthenticator(tx, userId, authenticatorId);
  if (method === undefined) throw problem('not_found', { detail: 'The credential was not found' });
  await publishRemoved(tx, userId, { method, ...(authenticatorId && { authenticatorId }) }, change);
}
