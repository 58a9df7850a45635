import { domainToUnicode } from 'node:url';
import type { OrganizationDomainResource } from '@platform/contracts';
import type { RowOf } from '@platform/kit/database';
import { isoTime } from '@platform/kit/formats';
import { directory } from '../generated/tables.ts';

export const domains = directory
  .table('organizationDomains')
  .narrow<{ lastResult: OrganizationDomainResource['verification']['lastResult'] }>()
  .omit('verifyRequestedAt');

/**
 * A stored domain of an organization. A pending one fails at `expiresAt`; `misses` counts the
 * latest consecutive checks that did not find the record, since `missingSince`.
 */
export type DomainRecord = RowOf<typeof domains>;

/** The value of the TXT record. */
export const recordValue = (token: string): string => `platform-domain-verification=${token}`;

/** The name of the TXT record. */
export const recordName = (label: string, domain: string): string => `${label}.${domain}`;

export const domainResource = (d: DomainRecord, label: string): OrganizationDomainResource => ({
  id: d.id,
  organizationId: d.organizationId,
  domain: d.domain,
  displayDomain: domainToUnicode(d.domain),
  state: d.state,
  enrollment: d.enrollment,
  verification: {
    recordType: 'TXT',
    recordName: recordName(label, d.domain),
    recordValue: recordValue(d.token),
    expiresAt: isoTime(d.expiresAt),
    attempts: d.attempts,
    lastCheckedAt: isoTime(d.lastCheckedAt),
    lastResult: d.lastResult,
    nextCheckAt: isoTime(d.nextCheckAt),
  },
  verifiedAt: isoTime(d.verifiedAt),
  lapsedAt: isoTime(d.lapsedAt),
  createdAt: d.createdAt.toISOString(),
  updatedAt: d.updatedAt.toISOString(),
});
