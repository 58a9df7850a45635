import { randomBytes } from 'node:crypto';
import type { Principal } from '@platform/contracts';
import { isId } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid } from '@platform/kit/problem';
import { directoryLocks } from '../advisory-locks.ts';
import { findUser } from '../users/users.ts';
import type { DomainRecord } from './domain-record.ts';
import { pendingFrom } from './domain-states.ts';
import type { DomainPolicy } from './domain-states.ts';
import { findHolder, insertDomain, listDomains } from './domain-store.ts';
import { domainOf } from './verified-domains.ts';

const maxDomains = 100;
const tokenBytes = 20;

/** A token for the TXT record: 160 random bits. */
export const newToken = (): string => randomBytes(tokenBytes).toString('hex');

/** The default domain for a request that names none. @throws 422 at `/domain` */
export async function defaultDomain(
  tx: Tx,
  primaryDomain: string | null,
  principal: Pick<Principal, 'type' | 'id'>,
): Promise<string> {
  if (primaryDomain !== null) return primaryDomain;
  const isUser = principal.type === 'user' && isId('user', principal.id);
  const user = isUser ? await findUser(tx, principal.id) : undefined;
  const domain = user?.email && user.emailVerified ? domainOf(user.email) : undefined;
  if (domain === undefined)
    throw invalid(
      '/domain',
      'required',
      'is required, because neither the organization nor your e-mail address has a domain',
    );
  return domain;
}

async function refuseClaim(tx: Tx, organizationId: string, domain: string): Promise<void> {
  const own = await listDomains(tx, organizationId);
  if (own.some((claimed) => claimed.domain === domain))
    throw problemWithReason('already_exists', {
      pointer: '/domain',
      code: 'already_exists',
      detail: 'is already a domain of the organization',
    });
  const holder = await findHolder(tx, domain);
  if (holder)
    throw problemWithReason('conflict', {
      pointer: '/domain',
      code: 'in_use',
      detail: 'is already verified for another organization',
    });
  if (own.length >= maxDomains)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `An organization can have at most ${maxDomains} domains`,
    });
}

/** Adds an unverified claim on a domain. The caller has locked the organization. */
export async function claimDomain(
  tx: Tx,
  given: Pick<DomainRecord, 'organizationId' | 'domain' | 'enrollment'>,
  policy: DomainPolicy,
  now: number,
): Promise<DomainRecord> {
  const { organizationId, domain } = given;
  await lock(tx, directoryLocks.organizationDomains, `${tx.context.tenantId} ${organizationId}`);
  await refuseClaim(tx, organizationId, domain);
  const blank: DomainRecord = {
    ...given,
    id: newId('organizationDomain'),
    state: 'pending',
    token: '',
    expiresAt: null,
    attempts: 0,
    lastCheckedAt: null,
    lastResult: null,
    nextCheckAt: null,
    misses: 0,
    missingSince: null,
    verifiedAt: null,
    lapsedAt: null,
    version: 1,
    createdAt: new Date(now),
    updatedAt: new Date(now),
  };
  const claim = pendingFrom(blank, newToken(), now, policy);
  await insertDomain(tx, claim);
  return claim;
}
