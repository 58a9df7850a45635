import { createHash, timingSafeEqual } from 'node:crypto';
import { brokenUnique } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import type { DnsLookups } from '@platform/kit/egress';
import { domainResource, recordName, recordValue } from './domain-record.ts';
import type { DomainRecord } from './domain-record.ts';
import { afterCheck, afterTaken } from './domain-states.ts';
import type { DomainFinding, DomainPolicy } from './domain-states.ts';
import { listDue, lockDomain, takeDueCheck, updateDomain } from './domain-store.ts';

export interface DomainChecking {
  dns: Pick<DnsLookups, 'txt'>;
  /** Label of the TXT record. */
  label: string;
  policy: DomainPolicy;
  clock: () => number;
  random: () => number;
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** Some DNS consoles store the quotes and blanks that their users type. */
const trimmed = (record: string): string =>
  record
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();

/** Looks up the TXT record of a domain. */
export async function findRecord(
  { domain, token }: Pick<DomainRecord, 'domain' | 'token'>,
  { dns, label }: Pick<DomainChecking, 'dns' | 'label'>,
): Promise<DomainFinding> {
  const answer = await dns.txt(recordName(label, domain));
  if (answer.outcome === 'inconclusive') return 'dns_error';
  if (answer.outcome === 'absent') return 'no_record';
  const expected = recordValue(token);
  return answer.records.some((record) => isEqual(trimmed(record), expected))
    ? 'matched'
    : 'mismatch';
}

const events = {
  pending: undefined,
  verified: 'organization.domain_verified',
  lapsed: 'organization.domain_lapsed',
  failed: 'organization.domain_failed',
} as const;

async function write(
  tx: Tx,
  before: DomainRecord,
  after: DomainRecord,
  { label, clock }: DomainChecking,
): Promise<DomainRecord> {
  const isChange = before.state !== after.state;
  const written: DomainRecord = {
    ...after,
    version: before.version + 1,
    updatedAt: isChange ? new Date(clock()) : before.updatedAt,
  };
  await updateDomain(tx, written);
  const type = isChange ? events[after.state] : undefined;
  if (type) {
    await tx.publish({
      type,
      subject: { type: 'organization', id: written.organizationId },
      organizationId: written.organizationId,
      data: {
        organization: { id: written.organizationId },
        domain: domainResource(written, label),
      },
    });
  }
  return written;
}

/**
 * Stores a finding. Returns undefined if the domain is gone. Ignores a finding about an earlier
 * token.
 */
async function storeFinding(
  tx: Tx,
  checked: DomainRecord,
  judge: (domain: DomainRecord) => DomainRecord,
  checking: DomainChecking,
): Promise<DomainRecord | undefined> {
  const domain = await lockDomain(tx, checked.id);
  if (domain?.token !== checked.token) return domain;
  return write(tx, domain, judge(domain), checking);
}

/**
 * Stores a finding about a domain. If organizations prove the same domain concurrently, the first
 * one gets it.
 */
export async function applyDomainCheck(
  transact: Transact,
  checked: DomainRecord,
  finding: DomainFinding,
  checking: DomainChecking,
): Promise<DomainRecord | undefined> {
  const moment = { now: checking.clock(), random: checking.random() };
  const judge = (domain: DomainRecord) => afterCheck(domain, finding, moment, checking.policy);
  try {
    return await transact((tx) => storeFinding(tx, checked, judge, checking));
  } catch (error) {
    if (brokenUnique(error) !== 'organization_domains__holder_key') throw error;
    const taken = (domain: DomainRecord) => afterTaken(domain, moment.now);
    return transact((tx) => storeFinding(tx, checked, taken, checking));
  }
}

const system = { type: 'system', id: 'directory' } as const;
const dueRows = 200;
const atOnce = 20;
const leaseSeconds = 120;

async function checkDue(
  db: Pick<Database, 'transact'>,
  { tenantId, id }: { tenantId: string; id: string },
  checking: DomainChecking,
): Promise<void> {
  const context = { tenantId, actor: system };
  const domain = await db.transact(context, (tx) => takeDueCheck(tx, id, leaseSeconds));
  if (!domain) return;
  const finding = await findRecord(domain, checking);
  await applyDomainCheck((work) => db.transact(context, work), domain, finding, checking);
}

/** Checks due domains with limited concurrency. */
export async function checkDueDomains(
  db: Pick<Database, 'work' | 'transact'>,
  checking: DomainChecking,
  signal: AbortSignal,
): Promise<void> {
  const due = await db.work((tx) => listDue(tx, dueRows));
  const next = due.values();
  const worker = async (): Promise<void> => {
    for (const domain of next) {
      if (signal.aborted) return;
      await checkDue(db, domain, checking);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
