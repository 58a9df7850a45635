import type { Tx } from '@platform/kit/database';
import type { Findings } from './dns-check.ts';
import { afterCheck, holdsClaim, isServed, nextCheckAt } from './domain-state.ts';
import type { DomainNews, DomainRules, DomainState, Transition } from './domain-state.ts';
import {
  claimName,
  deleteDomain,
  hasPrimary,
  lockDomain,
  lockDomains,
  unclaimName,
  updateDomain,
} from './domain-store.ts';
import type { DomainRecord } from './domain-store.ts';
import { domainResource } from './domain-view.ts';

/** What transitions need. */
export interface TransitionOptions {
  rules: DomainRules;
  clock: () => number;
  /** Between 0 and 1. */
  random: () => number;
}

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** What of a row its next state depends on. */
export const stateOf = (record: DomainRecord): DomainState => ({
  status: record.status,
  failureCount: record.failureCount,
  failingSince: msOf(record.failingSince),
  endsAt: msOf(record.endsAt),
  verifiedAt: msOf(record.verifiedAt),
  activatedAt: msOf(record.activatedAt),
  createdAt: record.createdAt.getTime(),
});

const withState = (record: DomainRecord, state: DomainState): DomainRecord => ({
  ...record,
  status: state.status,
  failureCount: state.failureCount,
  failingSince: dateOf(state.failingSince),
  endsAt: dateOf(state.endsAt),
  verifiedAt: dateOf(state.verifiedAt),
  activatedAt: dateOf(state.activatedAt),
});

/** Publishes what happened to a domain. */
export async function publishNews(
  tx: Tx,
  record: DomainRecord,
  news: readonly (DomainNews | { type: 'registered'; reason?: string })[],
): Promise<void> {
  for (const { type, reason } of news)
    await tx.publish({
      type: `login_experience.domain_${type}`,
      subject: { type: 'login_domain', id: record.id },
      data: { loginDomain: { ...domainResource(record) }, reason },
    });
}

/** Stores a transition with its claim. False: another tenant has the name, and nothing is written. */
export async function writeTransition(
  tx: Tx,
  record: DomainRecord,
  { next, news }: Transition,
): Promise<boolean> {
  if (next === 'deleted') {
    await deleteDomain(tx, record.domain);
    await publishNews(tx, record, news);
    return true;
  }
  const { domain } = record;
  if (holdsClaim(next.status) && !(await claimName(tx, domain, isServed(next.status))))
    return false;
  if (!holdsClaim(next.status)) await unclaimName(tx, domain);
  const isFirst = next.status === 'active' && !(await hasPrimary(tx));
  const isPrimary = next.status !== 'suspended' && (record.isPrimary || isFirst);
  const after = { ...withState(record, next), isPrimary };
  await updateDomain(tx, after);
  await publishNews(tx, after, news);
  return true;
}

/** What a check came to. */
export type CheckOutcome = 'applied' | 'taken' | 'gone';

/** Applies what a check found, state and claim in one transaction. */
export async function applyFindings(
  tx: Tx,
  domain: string,
  findings: Findings,
  { rules, clock, random }: TransitionOptions,
): Promise<CheckOutcome> {
  await lockDomains(tx);
  const record = await lockDomain(tx, domain);
  if (!record) return 'gone';
  const now = clock();
  const { next, news } = afterCheck(stateOf(record), findings, now, rules);
  const reached = next === 'deleted' ? stateOf(record) : next;
  const timing = { now, recheckMs: rules.recheckMs, spread: random() };
  const checked: DomainRecord = {
    ...record,
    checks: findings.checks.map((check) => ({ ...check, checkedAt: new Date(now).toISOString() })),
    lastCheckedAt: new Date(now),
    nextCheckAt: new Date(nextCheckAt(reached, findings, timing)),
    updatedAt: new Date(now),
  };
  if (await writeTransition(tx, checked, { next, news })) return 'applied';
  await updateDomain(tx, checked);
  return 'taken';
}
