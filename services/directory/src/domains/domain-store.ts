import { fromNow, now } from '@platform/kit/database';
import type { Tx, WorkerTx } from '@platform/kit/database';
import { domains } from './domain-record.ts';
import type { DomainRecord } from './domain-record.ts';

const held = domains.only({ state: ['verified', 'lapsed'] });
const due = domains.only((of) => of('nextCheckAt', '<=', now));

/** Oldest first. */
export const listDomains = (tx: Tx, organizationId: string): Promise<DomainRecord[]> =>
  domains.list(tx, { where: { organizationId }, orderBy: 'id' });

export const findDomain = (
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<DomainRecord | undefined> => domains.find(tx, { organizationId, id });

export const lockDomain = (tx: Tx, id: string): Promise<DomainRecord | undefined> =>
  domains.lock(tx, { id });

/** The verified claim on a domain, which may have lapsed since. */
export const findHolder = (tx: Tx, domain: string): Promise<DomainRecord | undefined> =>
  held.find(tx, { domain });

export const insertDomain = (tx: Tx, domain: DomainRecord): Promise<number> =>
  domains.insert(tx, domain);

export const updateDomain = (tx: Tx, domain: DomainRecord): Promise<number> =>
  domains.update(tx, { id: domain.id }, domain);

/** Reserves a verification request; false if one was made within the last `seconds`. */
export const takeVerification = async (tx: Tx, id: string, seconds: number): Promise<boolean> =>
  (await domains
    .only((of) =>
      of.or([
        of('verifyRequestedAt', 'is', null),
        of('verifyRequestedAt', '<=', fromNow(-1_000 * seconds)),
      ]),
    )
    .update(tx, { id }, { verifyRequestedAt: now })) === 1;

export const deleteDomain = (tx: Tx, id: string): Promise<number> => domains.delete(tx, { id });

/** Frees every domain of an organization; returns how many. */
export const removeDomainsOf = (tx: Tx, organizationId: string): Promise<number> =>
  domains.delete(tx, { organizationId });

/** Domains of all tenants whose check is due, longest overdue first. */
export const listDue = (tx: WorkerTx, limit: number): Promise<{ tenantId: string; id: string }[]> =>
  domains.pick('id').due(tx, 'nextCheckAt', limit);

/** Reserves a due check for `seconds`. It becomes due again after that. */
export const takeDueCheck = (
  tx: Tx,
  id: string,
  seconds: number,
): Promise<DomainRecord | undefined> => {
  const free = due.pick('id').select(tx).where('id', '=', id).forUpdate().skipLocked();
  return domains
    .only((of) => of('id', 'in', free))
    .updateReturning(tx, {}, { nextCheckAt: fromNow(1_000 * seconds) });
};
