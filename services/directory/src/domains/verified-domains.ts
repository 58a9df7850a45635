import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { hostNameOf } from '@platform/kit/formats';
import type { DomainRecord } from './domain-record.ts';
import { findHolder } from './domain-store.ts';

/** The domain of an e-mail address, in normal form. */
export function domainOf(address: string): string | undefined {
  const key = emailKey(address);
  return key?.slice(key.lastIndexOf('@') + 1);
}

/** The verified claim on a domain, given as a domain or an address at it. A lapsed one does not count. */
export async function findDomainHolder(
  tx: Tx,
  emailOrDomain: string,
): Promise<DomainRecord | undefined> {
  const domain = emailOrDomain.includes('@') ? domainOf(emailOrDomain) : hostNameOf(emailOrDomain);
  const holder = domain === undefined ? undefined : await findHolder(tx, domain);
  return holder?.state === 'verified' ? holder : undefined;
}

/** Has a directory a say over an address: has its organization, or any for a directory of the tenant, verified the domain? */
export async function speaksFor(
  tx: Tx,
  { organizationId }: { organizationId: string | null },
  email: string,
): Promise<boolean> {
  const holder = await findDomainHolder(tx, email);
  return (
    holder !== undefined && (organizationId === null || holder.organizationId === organizationId)
  );
}
