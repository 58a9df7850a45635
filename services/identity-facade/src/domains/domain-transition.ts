import type { Tx } from '@platform/kit/database';
import type { Findings } from './dns-check.ts';
import { afterLoginDomainCheck, holdsClaim, isServed, nextCheckAt } from './domain-state.ts';
import type {
  DomainNews,
  DomainRules,
  DomainState,
  LoginDomainTransition,
} from './domain-state.ts';
import {
  claimName,
  deleteLoginDomain,
  hasPrimary,
  lockLoginDomain,
  lockDomains,
  unclaimName,
  updateLoginDomain,
} from './domain-store.ts';
import type { LoginDomainRecord } from './domain-store.ts';
import { loginDomainResource } from './domain-view.ts';

export interface TransitionOptions {
  rules: DomainRules;
  clock: () => number;
  /** Between 0 and 1. */
  random: () => number;
}

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The state of a row that transitions depend on. */
export const domainStateOf = (record: LoginDomainRecord): DomainState => ({
  status: record.status,
  failureCount: record.failureCount,
  failingSince: msOf(record.failingSince),
  endsAt: msOf(record.endsAt),
  verifiedAt: msOf(record.verifiedAt),
  activatedAt: msOf(record.activatedAt),
  createdAt: record.createdAt.getTime(),
});

const withState = (record: LoginDomainRecord, state: DomainState): LoginDomainRecord => ({
  ...record,
  status: state.status,
  failureCount: state.failureCount,
  failingSince: dateOf(state.failingSince),
  endsAt: dateOf(state.endsAt),
  verifiedAt: dateOf(state.verifiedAt),
  activatedAt: dateOf(state.activatedAt),
});

/** Publishes changes of a domain. */
export async function publishNews(
  tx: Tx,
  record: LoginDomainRecord,
  news: readonly (DomainNews | { type: 'registered'; reason?: string })[],
): Promise<void> {
  for (const { type, reason } of news)
    await tx.publish({
      type: `login_experience.domain_${type}`,
      subject: { type: 'login_domain', id: record.id },
      data: { loginDomain: { ...loginDomainResource(record) }, reason },
    });
}

/** Stores a transition and its claim. Returns false, and writes nothing, if another tenant has the name. */
export async function writeTransition(
  tx: Tx,
  record: LoginDomainRecord,
  { next, news }: LoginDomainTransition,
): Promise<boolean> {
  if (next === 'deleted') {
    await deleteLoginDomain(tx, record.domain);
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
  await updateLoginDomain(tx, after);
  await publishNews(tx, after, news);
  return true;
}

/** The result of applying findings. */
export type TransitionOutcome = 'applied' | 'taken' | 'gone';

/** Applies findings; state and claim change in one transaction. */
export async function applyFindings(
  tx: Tx,
  domain: string,
  findings: Findings,
  { rules, clock, random }: TransitionOptions,
): Promise<TransitionOutcome> {
  await lockDomains(tx);
  const record = await lockLoginDomain(tx, domain);
  if (!record) return 'gone';
  const now = clock();
  const { next, news } = afterLoginDomainCheck(domainStateOf(record), findings, now, rules);
  const reached = next === 'deleted' ? domainStateOf(record) : next;
  const timing = { now, recheckMs: rules.recheckMs, random: random() };
  const checked: LoginDomainRecord = {
    ...record,
    checks: findings.checks.map((check) => ({ ...check, checkedAt: new Date(now).toISOString() })),
    lastCheckedAt: new Date(now),
    nextCheckAt: new Date(nextCheckAt(reached, findings, timing)),
    updatedAt: new Date(now),
  };
  if (await writeTransition(tx, checked, { next, news })) return 'applied';
  await updateLoginDomain(tx, checked);
  return 'taken';
}
