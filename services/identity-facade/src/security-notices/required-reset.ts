import type { Tx } from '@platform/kit/database';
import { endChallenges } from '../challenges/removal.ts';
import { distrustDevices } from '../devices/devices.ts';
import { closePassword } from '../passwords/attempts.ts';
import { publishResetRequired } from '../passwords/password-compromise.ts';

/** Locks the password until it is reset by mail and ends the trust in browsers, so that an attacker is locked out. */
export async function requirePasswordReset(tx: Tx, userId: string, now: number): Promise<void> {
  await closePassword(tx, userId, now);
  await distrustDevices(tx, userId);
  await endChallenges(tx, userId);
  await publishResetRequired(tx, userId);
}
