import { domainToUnicode } from 'node:url';
import type { OrganizationDomainResource } from '@platform/contracts';

/** A domain of an organization as it is kept. */
export interface DomainRecord {
  id: string;
  organizationId: string;
  domain: string;
  state: OrganizationDomainResource['state'];
  enrollment: OrganizationDomainResource['enrollment'];
  token: string;
  /** When a pending domain fails. */
  expiresAt: Date | null;
  attempts: number;
  lastCheckedAt: Date | null;
  lastResult: OrganizationDomainResource['verification']['lastResult'];
  nextCheckAt: Date | null;
  /** Checks in a row that missed the record, and since when. */
  misses: number;
  missingSince: Date | null;
  verifiedAt: Date | null;
  lapsedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** What the TXT record must say. */
export const recordValue = (token: string): string => `platform-domain-verification=${token}`;

/** Where the TXT record must be. */
export const recordName = (label: string, domain: string): string => `${label}.${domain}`;

/** A domain as the API answers it. */
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
    expiresAt: iso(d.expiresAt),
    attempts: d.attempts,
    lastCheckedAt: iso(d.lastCheckedAt),
    lastResult: d.lastResult,
    nextCheckAt: iso(d.nextCheckAt),
  },
  verifiedAt: iso(d.verifiedAt),
  lapsedAt: iso(d.lapsedAt),
  createdAt: d.createdAt.toISOString(),
  updatedAt: d.updatedAt.toISOString(),
});
