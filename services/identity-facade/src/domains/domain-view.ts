import type { LoginDomainResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import { challengeName, challengeValue } from './dns-check.ts';
import { isApex, unicodeName } from './domain-name.ts';
import type { LoginDomainRecord } from './domain-store.ts';

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
  failingSince: isoTime(record.failingSince),
  suspendAt: record.status === 'failing' ? isoTime(record.endsAt) : null,
  expiresAt: record.status === 'pending' ? isoTime(record.endsAt) : null,
  lastCheckedAt: isoTime(record.lastCheckedAt),
  nextCheckAt: isoTime(record.nextCheckAt),
  verifiedAt: isoTime(record.verifiedAt),
  activatedAt: isoTime(record.activatedAt),
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
});
