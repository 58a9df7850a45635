import type { Database, Tx } from '@platform/kit/database';
import type { DnsLookups } from '@platform/kit/egress';
import { checkDns } from './dns-check.ts';
import type { Findings } from './dns-check.ts';
import { suspended } from './domain-state.ts';
import { findLoginDomain, findNameOwner, lockLoginDomain, lockDomains } from './domain-store.ts';
import type { LoginDomainRecord } from './domain-store.ts';
import { applyFindings, domainStateOf, writeTransition } from './domain-transition.ts';
import type { TransitionOutcome, TransitionOptions } from './domain-transition.ts';

export interface DomainCheckOptions extends TransitionOptions {
  dns: DnsLookups;
  db: Pick<Database, 'work' | 'read' | 'transact'>;
}

/** Transactions of a check, in a job or in a request. */
export interface CheckScope {
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

const actor = { type: 'system', id: 'identity-facade' } as const;

/** Checks domains: queries DNS with no transaction open, then writes the result. */
export function domainChecks(options: DomainCheckOptions) {
  const { dns, db, rules, clock } = options;

  /**
   * Checks the DNS of the tenant that has the name. If both its TXT and its CNAME record are gone, it loses the name to the rival
   * that proves ownership.
   */
  async function supersede(domain: string): Promise<boolean> {
    const owner = await db.work((tx) => findNameOwner(tx, domain));
    if (!owner) return true;
    const context = { tenantId: owner.tenantId, actor };
    const incumbent = await db.read(context, (tx) => findLoginDomain(tx, domain));
    if (!incumbent) return false;
    const { ownership } = await checkDns(dns, incumbent);
    if (ownership !== 'broken') return false;
    return db.transact(context, async (tx) => {
      await lockDomains(tx);
      const record = await lockLoginDomain(tx, domain);
      if (!record || record.token !== incumbent.token) return false;
      const now = clock();
      const after = { ...record, updatedAt: new Date(now) };
      return writeTransition(tx, after, suspended(domainStateOf(record), now, rules, 'superseded'));
    });
  }

  /** Stores the findings; a name that another tenant has is taken over if DNS allows it. */
  async function storeFindings(
    scope: CheckScope,
    domain: string,
    findings: Findings,
  ): Promise<TransitionOutcome> {
    const apply = () => scope.transact((tx) => applyFindings(tx, domain, findings, options));
    const outcome = await apply();
    return outcome === 'taken' && (await supersede(domain)) ? apply() : outcome;
  }

  return {
    look: (record: LoginDomainRecord): Promise<Findings> => checkDns(dns, record),
    storeFindings,
  };
}

/** See {@link domainChecks}. */
export type DomainChecks = ReturnType<typeof domainChecks>;
