import type { Tx } from '@platform/kit/database';
import { removeAuthenticatorsOf } from '../authenticators/removal.ts';
import { admitSubject, endChallenges } from '../challenges/removal.ts';
import { removeDevicesOf } from '../devices/devices.ts';
import { forgetMailsTo } from '../mail/mail-erasure.ts';
import { removePasswordsOf } from '../passwords/password-removal.ts';
import { removeSecurityEventsOf } from '../security-events/security-events-of.ts';
import { removeIdentitiesOf } from '../social/identities.ts';

/** How many rows of each category a person had. */
export type ErasedRows = Record<
  | 'passwords'
  | 'authenticators'
  | 'identities'
  | 'challenges'
  | 'devices'
  | 'emails'
  | 'securityEvents',
  number
>;

/** Removes every row of a person. */
export async function eraseCredentials(
  tx: Tx,
  { userId, emails }: { userId: string; emails: readonly string[] },
): Promise<ErasedRows> {
  const rows = {
    passwords: await removePasswordsOf(tx, userId),
    authenticators: await removeAuthenticatorsOf(tx, userId),
    identities: await removeIdentitiesOf(tx, userId),
    challenges: await endChallenges(tx, userId),
    devices: await removeDevicesOf(tx, userId),
    emails: await forgetMailsTo(tx, { userId, emails }),
    securityEvents: await removeSecurityEventsOf(tx, userId),
  };
  await admitSubject(tx, userId);
  return rows;
}
