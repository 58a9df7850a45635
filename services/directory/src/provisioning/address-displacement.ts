import type { Tx } from '@platform/kit/database';
import { attributesOf } from '../users/user-record.ts';
import type { UserRecord } from '../users/user-record.ts';
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
