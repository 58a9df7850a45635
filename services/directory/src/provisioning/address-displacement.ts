import type { Tx } from '@platform/kit/database';
import { attributesOf } from '../users/user-record.ts';
import type { UserRecord } from '../users/user-record.ts';
import { changeAttributes } from '../users/user-update.ts';
import type { Origin, UserWriting } from '../users/user-writing.ts';

/** A proven address is taken from one who never proved it; they keep it as an additional one, unproven. */
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
