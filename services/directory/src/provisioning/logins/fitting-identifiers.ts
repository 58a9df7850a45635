import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { phoneKey } from '../../users/phone-number.ts';
import type { UserAttributes } from '../../users/user-record.ts';
import { usernameKey } from '../../users/user-name.ts';
import { findIdentifierHolder } from '../../users/users.ts';

type Kind = 'email' | 'username' | 'external_id';

async function isFree(
  tx: Tx,
  kind: Kind,
  key: string | undefined,
  userId: string | undefined,
): Promise<boolean> {
  if (key === undefined) return false;
  const holder = await findIdentifierHolder(tx, kind, key);
  return !holder || holder.userId === userId;
}

/**
 * A name with an @ must be the user's own address. Providers often send one that is not
 * (`preferred_username`).
 */
function fittingUsernameKey(username: string, email: string | null): string | undefined {
  const key = usernameKey(username);
  if (key === undefined || !key.includes('@')) return key;
  return email !== null && emailKey(key) === emailKey(email) ? key : undefined;
}

/**
 * Attributes without identifiers that are malformed or belong to another user, which keep their
 * previous values. A name or a number from an identity provider never blocks a sign-in.
 * @param userId undefined for a new user, whose address the caller has checked
 */
export async function fittingIdentifiers(
  tx: Tx,
  before: UserAttributes,
  after: UserAttributes,
  userId: string | undefined,
): Promise<UserAttributes> {
  const fitting = { ...after };
  const { email, username, externalId, phoneNumber } = after;
  if (userId !== undefined && email !== null && email !== before.email) {
    if (!(await isFree(tx, 'email', emailKey(email), userId))) {
      fitting.email = before.email;
      fitting.emailVerified = before.emailVerified;
    }
  }
  if (username !== null && username !== before.username) {
    const key = fittingUsernameKey(username, fitting.email);
    if (!(await isFree(tx, 'username', key, userId))) fitting.username = before.username;
  }
  if (externalId !== null && externalId !== before.externalId)
    if (!(await isFree(tx, 'external_id', externalId, userId)))
      fitting.externalId = before.externalId;
  if (phoneNumber !== null && phoneKey(phoneNumber) === undefined) {
    fitting.phoneNumber = before.phoneNumber;
    fitting.phoneVerified = before.phoneVerified;
  }
  return fitting;
}
