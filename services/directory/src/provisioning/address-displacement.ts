import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { attributesOf } from '../users/user-record.ts';
import type { UserRecord } from '../users/user-record.ts';
import { findIdentifierHolder, lockUser } from '../users/users.ts';
import { changeAttributes } from '../users/user-update.ts';
import type { Origin, UserWriting } from '../users/user-writing.ts';

/**
 * Takes a proven address from a user who never proved it. They keep it as an unverified additional
 * address.
 */
export async function displace(
  tx: Tx,
  holder: UserRecord,
  writing: UserWriting,
  origin: Origin,
): Promise<void> {
  const { email } = holder;
  if (email === null) return;
  const kept = [
    ...holder.additionalEmails,
    { email, type: 'other' as const, verified: false },
  ].slice(-10);
  await changeAttributes(
    tx,
    holder,
    { ...attributesOf(holder), email: null, emailVerified: false, additionalEmails: kept },
    { ...writing, origin, displaced: true },
  );
}

/** Frees an address that a user has proven, if another user has it without proof. */
export async function freeAddress(
  tx: Tx,
  userId: string,
  email: string,
  writing: UserWriting,
): Promise<void> {
  const key = emailKey(email);
  const holder = key === undefined ? undefined : await findIdentifierHolder(tx, 'email', key);
  if (!holder || holder.verified || holder.userId === userId) return;
  const displaced = await lockUser(tx, holder.userId);
  if (displaced) await displace(tx, displaced, writing, 'api');
}
