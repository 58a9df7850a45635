import type { Tx } from '@platform/kit/database';
import type { Bus } from '@platform/kit/bus';
import { removeAuthenticatorsOf } from '../authenticators/removal.ts';
import { admitSubject, endChallenges } from '../challenges/removal.ts';
import { removeDevicesOf } from '../devices/devices.ts';
import { forgetMailsTo } from '../mail/mail-erasure.ts';
import { removePasswordsOf } from '../passwords/password-removal.ts';
import { removeSecurityEventsOf } from '../security-events/security-events-of.ts';
import { removeIdentitiesOf } from '../social/identities.ts';

/** Number of deleted rows per category. */
type ErasedRows = Record<
  | 'passwords'
  | 'authenticators'
  | 'identities'
  | 'challenges'
  | 'devices'
  | 'emails'
  | 'securityEvents',
  number
>;

/** Removes every row of a user. */
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

/** Removes the data of deleted or erased users, and ends the challenges of deactivated ones. */
export function followUserEvents({ bus }: { bus: Pick<Bus, 'consume'> }): void {
  const types = ['user.deleted', 'user.erased', 'user.deactivated'];
  // Both effects are idempotent, so no event ids are kept.
  bus.consume('user-credentials', types, async ({ tenantId, event }, held) => {
    const userId = event.subject.id;
    await held.transact({ tenantId, actor: event.actor }, async (tx) => {
      if (event.type === 'user.deactivated') await endChallenges(tx, userId);
      else await eraseCredentials(tx, { userId, emails: [] });
    });
  });
}
