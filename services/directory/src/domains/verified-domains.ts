import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { hostNameOf } from '@platform/kit/formats';
import type { DomainRecord } from './domain-record.ts';
import { findHolder } from './domain-store.ts';

/** The normalized domain of an e-mail address. */
export function domainOf(address: string): string | undefined {
  const key = emailKey(address);
  return key?.slice(key.lastIndexOf('@') + 1);
}

/** The verified claim on a domain, given as a domain or an address. A lapsed one does not count. */
export async function findDomainHolder(
  tx: Tx,
  emailOrDomain: string,
): Promise<DomainRecord | undefined> {
  const domain = emailOrDomain.includes('@') ? domainOf(emailOrDomain) : hostNameOf(emailOrDomain);
  const holder = domain === undefined ? undefined : await findHolder(tx, domain);
  return holder?.state === 'verified' ? holder : undefined;
}

/**
 * Whether a directory is authoritative for an address: its organization (any, for a directory of
 * the tenant) has verified the domain.
 */
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
