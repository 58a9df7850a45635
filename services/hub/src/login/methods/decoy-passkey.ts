import { createHmac } from 'node:crypto';
import type { LoginProgress } from '../flow/login-progress.ts';

/**
 * People with and without a passkey are shown different pages, so people who do not exist are too: a page with a passkey is no sign
 * of an account, and neither is one without. One in eight has a decoy, as about so many real people have a passkey; seven in eight
 * where the flow asks for a passkey first, since most of its people then have one.
 */
const usualShare = 1 / 8;

/** The same number for the same identifier at any time, which nobody can tell without the key: from 0 to below 1. */
export function decoyRank(key: Buffer, tenantId: string, identifier: string): number {
  const typed = identifier.trim().normalize('NFKC').toLowerCase();
  const digest = createHmac('sha256', key).update(`${tenantId}/${typed}`).digest();
  return digest.readUInt16BE(0) / 0x1_0000;
}

/** Whether a person who does not exist is shown with a passkey. */
export const hasDecoyPasskey = (
  { decoyRank: rank = 1 }: Pick<LoginProgress, 'decoyRank'>,
  isAskedFirst: boolean,
): boolean => rank < (isAskedFirst ? 1 - usualShare : usualShare);
