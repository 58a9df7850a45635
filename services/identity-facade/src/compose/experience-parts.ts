import { partitionUpkeep } from '@platform/kit/upkeep';
import type { Tx } from '@platform/kit/database';
import type { KnownClients } from '@platform/siblings/known-clients';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { listServedDomains } from '../domains/domain-store.ts';
import { hostLookup } from '../domains/host-lookup.ts';
import { loginExperienceRpc } from '../login/login-experience-rpc.ts';
import { resolveLogin } from '../login/resolve-login.ts';
import type { FindLoginFlow } from '../login/resolve-login.ts';
import { analyticsParts } from './analytics-parts.ts';
import { brandingParts } from './branding-parts.ts';
import { connectorParts } from './connector-parts.ts';
import { credentialParts } from './credential-parts.ts';
import { composeLoginDomains } from './domain-parts.ts';
import { mailParts } from './mail-parts.ts';
import { securityParts } from './security-parts.ts';
import { tenantNames } from './tenant-names.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

/** The origins of a tenant's pages: the host of its issuer, and its login domains. */
const pageOrigins =
  ({ trust }: Pick<Platform, 'trust'>, loginDomains: (tx: Tx) => Promise<string[]>) =>
  async (tx: Tx): Promise<string[]> => {
    const tenant = await trust.tenants.byId(tx.context.tenantId);
    const domains = await loginDomains(tx);
    const own = tenant ? [new URL(tenant.issuer).origin] : [];
    return [...own, ...domains.map((domain) => `https://${domain}`)];
  };

/** Composes the login experience. */
export function experienceParts(
  platform: Platform,
  config: IdentityFacadeConfig,
  options: IdentityFacadeOptions & {
    findFlow: FindLoginFlow;
    clients: Pick<KnownClients, 'find'>;
    requireUnused: (tx: Tx, provider: string) => Promise<void>;
  },
): ServiceParts {
  const { findFlow, requireUnused } = options;
  const origins = pageOrigins(platform, listServedDomains);
  const branding = brandingParts(platform, config, options);
  const connectors = connectorParts(platform, { pageOrigins: origins, requireUnused }, options);
  const domains = composeLoginDomains(platform, config, options);
  const mail = mailParts(platform, config, { ...options, pageOrigins: origins });
  const analytics = analyticsParts(platform, config, options);
  const { queueMail } = mail;
  const { social } = connectors;
  const credentials = credentialParts(platform, config, { ...options, queueMail, social });
  const security = securityParts(platform, config, {
    ...options,
    queueMail: mail.queueMail,
    pageOrigins: origins,
  });
  const all = [branding, connectors, domains, mail, analytics, credentials];
  const rpc = loginExperienceRpc({
    rpcRunner: platform.rpcRunner,
    findHost: hostLookup(platform.db),
    resolveLogin: resolveLogin({ findFlow, tenantName: tenantNames(platform) }),
  });
  return {
    mounts: all.flatMap(({ mounts }) => mounts),
    surfaces: [...domains.surfaces, ...security.surfaces, ...credentials.surfaces],
    rpc: [rpc, ...mail.rpc, ...connectors.rpc, ...credentials.rpc],
    jobs: [...branding.jobs, ...mail.jobs, ...domains.jobs, ...security.jobs],
    singletons: [
      partitionUpkeep(platform, [...mail.logs, ...analytics.logs]),
      ...connectors.singletons,
      ...mail.singletons,
      ...credentials.singletons,
      ...domains.singletons,
      ...security.singletons,
    ],
    workers: [
      ...branding.workers,
      ...connectors.workers,
      ...mail.workers,
      ...analytics.workers,
      ...credentials.workers,
    ],
  };
}
