import { organizationDomainOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { dnsLookups } from '@platform/kit/egress';
import { serve } from '@platform/kit/http';
import { cron } from '@platform/kit/jobs';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { directoryConfig } from '../config.ts';
import { checkDueDomains } from '../domains/domain-checks.ts';
import type { DomainChecking } from '../domains/domain-checks.ts';
import { domainHandlers } from '../domains/domain-handlers.ts';
import type { DomainHandlers } from '../setup/setup-domain-handlers.ts';
import { findOrganization, holdOrganization } from '../organizations/organizations.ts';

const lookupMs = 5_000;

export function domainParts(
  { db, common }: Platform,
  config: Config<typeof directoryConfig>,
): ServiceParts & { handlers: DomainHandlers } {
  const checking: DomainChecking = {
    dns: dnsLookups({ servers: config.dnsServers, timeoutMs: lookupMs }),
    label: config.recordLabel,
    policy: config,
    clock: Date.now,
    random: Math.random,
  };
  const handlers = domainHandlers({
    organizations: { find: findOrganization, hold: holdOrganization },
    limits: {
      platformDomain: common.platformDomain.replace(/^\./, ''),
      blocked: config.blockedDomains,
    },
    checking,
  });
  return {
    handlers,
    mounts: [serve(organizationDomainOperations, handlers)],
    singletons: [
      cron('0 * * * * *', 'domain checks', (signal) => checkDueDomains(db, checking, signal)),
    ],
  };
}
