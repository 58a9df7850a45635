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

/** The transactions of a check: those of a job, or of a request. */
export interface CheckScope {
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

const actor = { type: 'system', id: 'identity-facade' } as const;

/** Checks domains: asks DNS with no transaction open, then writes what was learned. */
export function domainChecks(options: DomainCheckOptions) {
  const { dns, db, rules, clock } = options;

  /**
   * Another tenant has the name. Does DNS still say so? When neither its TXT nor its CNAME is there, the name is no longer
   * its own, and the rival that proves ownership gets it.
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

  /** Writes what was found; a name that another tenant has is taken over where DNS says so. */
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
