import type { LoginDomainCheck } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { RowOf, Tx, WorkerTx } from '@platform/kit/database';
import { identityLocks } from '../advisory-locks.ts';
import { identityFacade } from '../generated/tables.ts';

const domains = identityFacade.table('loginDomains').narrow<{ checks: LoginDomainCheck[] }>();
const primary = domains.only({ isPrimary: true });

export type LoginDomainRecord = RowOf<typeof domains>;

export const listLoginDomains = (tx: Tx): Promise<LoginDomainRecord[]> =>
  domains.list(tx, { orderBy: ['isPrimary desc', 'domain'] });

export const listServedDomains = async (tx: Tx): Promise<string[]> => {
  const served = await domains.pick('domain').list(tx, {
    where: { status: ['active', 'failing'] },
    orderBy: ['isPrimary desc', 'domain'],
  });
  return served.map(({ domain }) => domain);
};

export const findLoginDomain = (tx: Tx, domain: string): Promise<LoginDomainRecord | undefined> =>
  domains.find(tx, { domain });

export const lockLoginDomain = (tx: Tx, domain: string): Promise<LoginDomainRecord | undefined> =>
  domains.lock(tx, { domain });

/** Serializes changes of the tenant's primary domain and of its number of domains. */
export const lockDomains = (tx: Tx): Promise<number> =>
  lock(tx, identityLocks.loginDomains, tx.context.tenantId);

export const insertLoginDomain = (tx: Tx, domain: LoginDomainRecord): Promise<number> =>
  domains.insert(tx, domain);

export const updateLoginDomain = (tx: Tx, domain: LoginDomainRecord): Promise<number> =>
  domains.update(tx, { domain: domain.domain }, domain);

export const clearPrimary = (tx: Tx): Promise<number> =>
  primary.update(tx, {}, { isPrimary: false });

export const hasPrimary = async (tx: Tx): Promise<boolean> =>
  (await primary.pick('domain').find(tx, {})) !== undefined;

export const deleteLoginDomain = (tx: Tx, domain: string): Promise<number> =>
  domains.delete(tx, { domain });

/** Claims the name for the tenant. Returns false if another tenant has it. */
export const claimName = async (tx: Tx, domain: string, served: boolean): Promise<boolean> =>
  (
    await tx.row<{ claimed: boolean }>('SELECT login_domain_claim($1, $2) AS claimed', [
      domain,
      served,
    ])
  )?.claimed ?? false;

export const unclaimName = (tx: Tx, domain: string): Promise<number> =>
  tx.execute('SELECT login_domain_unclaim($1)', [domain]);

/** The tenant that has a name, and whether pages are served on it. */
export const findNameOwner = (
  tx: WorkerTx,
  domain: string,
): Promise<{ tenantId: string; isServed: boolean } | undefined> =>
  tx.row<{ tenantId: string; isServed: boolean }>(
    'SELECT claimed_by AS tenant_id, is_served FROM login_domain_owner($1)',
    [domain],
  );

/** Domains whose check is due, the most overdue first. */
export const listDueDomains = (
  tx: WorkerTx,
  now: Date,
  limit: number,
): Promise<{ tenantId: string; domain: string }[]> =>
  tx.rows(
    identityFacade.query
      .selectFrom('loginDomains')
      .select(['tenantId', 'domain'])
      .where('nextCheckAt', '<=', now)
      .orderBy('nextCheckAt')
      .limit(limit),
  );
