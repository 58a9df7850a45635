import { createHmac } from 'node:crypto';
import type { LoginProgress } from '../flow/login-progress.ts';

/**
 * Users with and without a passkey see different pages. So do unknown identifiers, which keeps both pages from revealing whether
 * an account exists (ADR 130). One in eight has a decoy, about the share of users with a passkey; seven in eight if the flow asks
 * for a passkey first, since most of its users then have one.
 */
const usualShare = 1 / 8;

/** Maps an identifier to a number from 0 to below 1, which is stable and cannot be computed without the key. */
export function decoyRank(key: Buffer, tenantId: string, identifier: string): number {
  const typed = identifier.trim().normalize('NFKC').toLowerCase();
  const digest = createHmac('sha256', key).update(`${tenantId}/${typed}`).digest();
  return digest.readUInt16BE(0) / 0x1_0000;
}

/** Whether the pages of an unknown identifier offer a passkey. */
export const hasDecoyPasskey = (
  { decoyRank: rank = 1 }: Pick<LoginProgress, 'decoyRank'>,
  isAskedFirst: boolean,
): boolean => rank < (isAskedFirst ? 1 - usualShare : usualShare);
