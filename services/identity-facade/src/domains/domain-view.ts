import type { LoginDomainResource } from '@platform/contracts';
import { challengeName, challengeValue } from './dns-check.ts';
import { isApex, unicodeName } from './domain-name.ts';
import type { LoginDomainRecord } from './domain-store.ts';

const timeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

const recordsOf = ({
  domain,
  token,
  cnameTarget,
}: LoginDomainRecord): LoginDomainResource['records'] => [
  {
    purpose: 'ownership',
    type: 'TXT',
    name: challengeName(domain),
    value: challengeValue(token),
    // A CNAME to this registration's own target is proof as well, but an apex has none.
    required: isApex(domain),
  },
  { purpose: 'routing', type: 'CNAME', name: domain, value: cnameTarget, required: true },
];

/** A login domain in the API. */
export const loginDomainResource = (record: LoginDomainRecord): LoginDomainResource => ({
  id: record.id,
  domain: record.domain,
  unicodeDomain: unicodeName(record.domain),
  status: record.status,
  primary: record.isPrimary,
  passkeyRpId: record.passkeyRpId,
  records: recordsOf(record),
  checks: record.checks,
  failureCount: record.failureCount,
  failingSince: timeOrNull(record.failingSince),
  suspendAt: record.status === 'failing' ? timeOrNull(record.endsAt) : null,
  expiresAt: record.status === 'pending' ? timeOrNull(record.endsAt) : null,
  lastCheckedAt: timeOrNull(record.lastCheckedAt),
  nextCheckAt: timeOrNull(record.nextCheckAt),
  verifiedAt: timeOrNull(record.verifiedAt),
  activatedAt: timeOrNull(record.activatedAt),
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});
