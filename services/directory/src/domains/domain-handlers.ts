import { isId } from '@platform/contracts';
import type { organizationDomainOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { findRecord, applyDomainCheck } from './domain-checks.ts';
import type { DomainChecking } from './domain-checks.ts';
import { claimDomain, newToken, defaultDomain } from './domain-claims.ts';
import { claimableDomain } from './domain-name.ts';
import type { DomainLimits } from './domain-name.ts';
import { domainResource } from './domain-record.ts';
import type { DomainRecord } from './domain-record.ts';
import { pendingFrom } from './domain-states.ts';
import {
  deleteDomain,
  findDomain,
  listDomains,
  lockDomain,
  takeVerification,
  updateDomain,
} from './domain-store.ts';

/** The organizations that domains belong to. */
export interface DomainOrganizations {
  find(tx: Tx, id: string): Promise<{ id: string } | undefined>;
  /** Locks an organization against removal until the transaction ends. */
  hold(tx: Tx, id: string): Promise<{ id: string; primaryDomain: string | null } | undefined>;
}

const verifySeconds = 10;

const domainOfPath = async (
  tx: Tx,
  { orgId, domId }: { orgId: string; domId: string },
): Promise<DomainRecord> => {
  const isPath = isId('organization', orgId) && isId('organizationDomain', domId);
  return found(isPath ? await findDomain(tx, orgId, domId) : undefined);
};

const lockedOfPath = async (tx: Tx, params: { orgId: string; domId: string }) => {
  const { id } = await domainOfPath(tx, params);
  return found(await lockDomain(tx, id));
};

/** Reserves a verification. A failed claim starts again. */
async function beginVerification(
  tx: Tx,
  params: { orgId: string; domId: string },
  { policy, clock }: DomainChecking,
): Promise<DomainRecord> {
  const domain = await lockedOfPath(tx, params);
  if (!(await takeVerification(tx, domain.id, verifySeconds)))
    throw problem('rate_limited', {
      detail: `A domain can be verified at most once in ${verifySeconds} seconds`,
      headers: { 'Retry-After': String(verifySeconds) },
    });
  if (domain.state !== 'failed') return domain;
  const now = clock();
  const again = {
    ...pendingFrom(domain, newToken(), now, policy),
    version: domain.version + 1,
    updatedAt: new Date(now),
  };
  await updateDomain(tx, again);
  return again;
}

export function domainHandlers({
  organizations,
  limits,
  checking,
}: {
  organizations: DomainOrganizations;
  limits: DomainLimits;
  checking: DomainChecking;
}): Handlers<typeof organizationDomainOperations> {
  const resource = (domain: DomainRecord) => domainResource(domain, checking.label);
  const shown = (domain: DomainRecord) => answer(resource(domain), { version: domain.version });
  const tell = (
    tx: Tx,
    type: 'organization.domain_added' | 'organization.domain_removed',
    domain: DomainRecord,
  ) =>
    tx.publish({
      type,
      subject: { type: 'organization', id: domain.organizationId },
      organizationId: domain.organizationId,
      data: { organization: { id: domain.organizationId }, domain: resource(domain) },
    });

  return {
    async organizationDomainsList({ tx, params }) {
      const { id } = found(await organizations.find(tx, params.orgId));
      const domains = await listDomains(tx, id);
      return { data: domains.map(resource), nextCursor: null, hasMore: false };
    },

    async organizationDomainsAdd({ tx, principal, params, body }) {
      const { id, primaryDomain } = found(await organizations.hold(tx, params.orgId));
      const written = body?.domain ?? (await defaultDomain(tx, primaryDomain, principal));
      const domain = await claimDomain(
        tx,
        {
          organizationId: id,
          domain: claimableDomain(written, limits),
          enrollment: body?.enrollment ?? 'none',
        },
        checking.policy,
        checking.clock(),
      );
      await tell(tx, 'organization.domain_added', domain);
      return shown(domain);
    },

    organizationDomainsGet: async ({ tx, params }) => shown(await domainOfPath(tx, params)),

    async organizationDomainsUpdate({ tx, params, body, ifMatch, audit }) {
      const domain = await lockedOfPath(tx, params);
      ifMatch(domain.version);
      const enrollment = body.enrollment ?? domain.enrollment;
      if (enrollment === domain.enrollment) return shown(domain);
      const after = {
        ...domain,
        enrollment,
        version: domain.version + 1,
        updatedAt: new Date(checking.clock()),
      };
      await updateDomain(tx, after);
      audit({ changed: ['/enrollment'] });
      return shown(after);
    },

    async organizationDomainsDelete({ tx, params, ifMatch }) {
      const domain = await lockedOfPath(tx, params);
      ifMatch(domain.version);
      await deleteDomain(tx, domain.id);
      await tell(tx, 'organization.domain_removed', domain);
      return { id: domain.id, deleted: true as const };
    },

    async organizationDomainsVerify({ params, transact }) {
      const domain = await transact((tx) => beginVerification(tx, params, checking));
      const finding = await findRecord(domain, checking);
      const checked = found(await applyDomainCheck(transact, domain, finding, checking));
      if (checked.lastResult === 'taken')
        throw problem('conflict', {
          detail: 'The domain is already verified for another organization',
        });
      return shown(checked);
    },
  };
}
