import type { Tx } from '@platform/kit/database';
import { findDomainHolder } from '../domains/domains.ts';
import { addMembership, lockMembership, unlessRefused } from '../organizations/organizations.ts';
import type { UserRecord } from '../users/user-record.ts';

const provenAddresses = ({ email, emailVerified, additionalEmails }: UserRecord): string[] => [
  ...(email !== null && emailVerified ? [email] : []),
  ...additionalEmails.filter(({ verified }) => verified).map((additional) => additional.email),
];

async function joinOne(tx: Tx, user: UserRecord, organizationId: string): Promise<boolean> {
  if (await lockMembership(tx, organizationId, user.id)) return false;
  const joining = { organizationId, user, roles: undefined, source: 'domain' } as const;
  return (await unlessRefused(addMembership(tx, joining))) !== undefined;
}

/**
 * Makes a user a member of the organizations with automatic joining at the user's verified domains.
 * Returns whether any was joined.
 */
export async function joinByDomain(tx: Tx, user: UserRecord): Promise<boolean> {
  let hasJoined = false;
  for (const address of provenAddresses(user)) {
    const holder = await findDomainHolder(tx, address);
    if (holder?.enrollment !== 'auto_join') continue;
    hasJoined = (await joinOne(tx, user, holder.organizationId)) || hasJoined;
  }
  return hasJoined;
}
