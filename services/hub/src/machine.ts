import { capabilityFamilies } from '@platform/contracts';
import { channelVerifier, tenantLabel } from '@platform/kit/auth';
import { entitlementCache } from '@platform/kit/entitlement';
import { egressFetch } from '@platform/kit/egress';
import type { Platform, ServiceParts, Worker } from '@platform/kit/service';
import { every } from '@platform/kit/service';
import { bootstrap } from './bootstrap/bootstrap.ts';
import { scopeConformance } from './bootstrap/scope-conformance.ts';
import { claimsWebhookParts } from './claims-webhook/claims-webhook-parts.ts';
import type { HubConfig } from './config.ts';
import { foundationOf } from './foundation.ts';
import { ipRules } from './ip-rules/ip-rules.ts';
import { apiResources } from './oauth/api-resources.ts';
import { sweepArtifacts } from './oauth/artifact-store.ts';
import { clientSource } from './oauth/client-source.ts';
import { accessPolicyCheck } from './oauth/access-policy-check.ts';
import { entitledScopes } from './oauth/entitled-scopes.ts';
import { lastLook } from './oauth/last-look.ts';
import { oauthLimits } from './oauth/oauth-limits.ts';
import { oauthSurface } from './oauth/oauth-surface.ts';
import { providers } from './oauth/providers.ts';
import type { ProviderFetch } from './oauth/provider.ts';
import { secretUse } from './oauth/secret-use.ts';
import { tenantHost } from './oauth/tenant-host.ts';
import { tenantCallers } from './rpc/tenant-callers.ts';
import { tenantsRpc } from './rpc/tenants-rpc.ts';
import { tenantCreation, tenantLimits, tenantPurge, tenantStates } from './tenants/tenants.ts';
import { cutoffWorker } from './token-cutoffs/cutoff-worker.ts';

const keySetMs = 2_500;

function tenancyChannel(platform: Platform, config: HubConfig) {
  return channelVerifier(
    'platform.tenancy.service-identity.cluster',
    {
      enabled: config.tenancyEnabled,
      issuer: config.tenancyIssuer,
      jwksUri: config.tenancyJwksUri,
      audience: config.tenancyAudience,
      allowedSub: config.tenancyAllowedSub,
      caPath: config.tenancyCaPath,
      tokenPath: config.tenancyTokenPath,
      connectTimeout: config.tenancyConnectTimeout,
      readTimeout: config.tenancyReadTimeout,
    },
    platform.log,
  );
}

/** Tenants and their rules, as operators call them. */
function tenantsPart(platform: Platform, config: HubConfig) {
  const { db, bus, secrets, trust, log } = platform;
  const { issuers, getTenant, keys } = foundationOf(platform, config);
  const configuredLimits = {
    tenantRequestsPerMinute: config.apiRatePerTenant,
    clientRequestsPerMinute: config.apiRatePerClient,
    oauthTenantRequestsPerMinute: config.ratePerTenant,
    oauthClientRequestsPerMinute: config.ratePerClient,
  };
  const options = { db, bus, secrets, issuers, configuredLimits };
  const create = tenantCreation(options);
  const change = tenantStates(options);
  const setLimits = tenantLimits(options);
  const rules = ipRules({ maxPerTenant: config.maxIpRules });
  // This pod knows at once; the others hear of it.
  const forget = <T extends { id: string; slug: string; mode: 'live' | 'test' }>(tenant: T): T => {
    trust.tenants.drop(tenant.id);
    trust.tenants.drop(tenantLabel(tenant));
    return tenant;
  };
  const rpc = tenantsRpc({
    db,
    issuers,
    getTenant,
    keys,
    cursors: platform.cursors,
    createTenant: async (creation, actor) => {
      const made = await create(creation, actor);
      forget(made.tenant);
      return made;
    },
    changeState: async (wanted) => forget(await change(wanted)),
    setLimits: async (wanted) => forget(await setLimits(wanted)),
    clearIpRules: (tenantId, call) =>
      platform.rpcRunner.write(
        call,
        tenantId,
        {
          operationId: 'tenantIpRulesClear',
          subject: { type: 'tenant', id: tenantId },
          request: { tenantId },
        },
        async (tx, audit) => {
          const cleared = await rules.clear(tx);
          audit({ details: { cleared } });
          return cleared;
        },
      ),
    authenticate: tenantCallers({
      verifyOperator: tenancyChannel(platform, config),
      verifyBearer: trust.verifyBearer,
      platformIssuer: issuers.platformIssuer,
    }),
  });
  return { rpc, worker: tenantPurge({ ...options, changeState: change, log }) };
}

function oauthPart(platform: Platform, config: HubConfig) {
  const { db, bus, secrets, trust, log, metrics } = platform;
  const { issuers, keys } = foundationOf(platform, config);
  const limits = oauthLimits({
    enabled: config.rateEnabled,
    perAddress: config.ratePerAddress,
    perTenant: config.ratePerTenant,
    perClient: config.ratePerClient,
    bus,
  });
  const use = secretUse(db, log);
  const clients = platform.egress('clients');
  const webhooks = claimsWebhookParts(platform, config);
  const engineOf = providers({
    db,
    keys,
    limits,
    log,
    metrics,
    max: config.maxProviders,
    secretUse: use,
    verifyBearer: trust.verifyBearer,
    enrich: webhooks.enrich,
    lastLook: lastLook(db),
    checkAccess: accessPolicyCheck({
      fga: () => platform.peer('fga'),
      bus,
      timeoutMs: config.policyTimeout,
      log,
      metrics,
    }),
    apiResources: apiResources(config.apiResources, config.publicBaseUrl),
    cookieKeys: secrets.deriveKeys('hub oauth cookies').map((key) => key.toString('base64url')),
    entitledScopes: entitledScopes(
      entitlementCache({ fga: () => platform.peer('fga'), bus }),
      capabilityFamilies(config.capabilityFamilies),
    ),
    clients: clientSource({
      db,
      platformClientIds: config.platformClientIds,
      accessTokenSeconds: config.accessTokenTtl / 1000,
    }),
    fetchOf: (tenantId) => egressFetch(clients, { tenantId, timeoutMs: keySetMs }) as ProviderFetch,
  });
  const tenantOf = tenantHost({
    ...issuers,
    defaultHosts: [...config.serviceHosts, ...config.defaultTenantHosts],
    tenants: trust.tenants,
  });
  const sweep = every(60_000, 'expired artifacts', log, async () => {
    while ((await db.work(sweepArtifacts)) === 1000);
  });
  const closing: Worker = { start: () => undefined, stop: async () => limits.close() };
  return {
    surface: oauthSurface({
      tenantOf,
      engineOf,
      keys,
      limits,
      trustedProxies: config.trustedProxies,
      log,
    }),
    workers: [use, sweep, closing, webhooks.worker],
  };
}

/** The authorization server for machines: tenants, keys, tokens; and what every installation begins with. */
export async function machineParts(
  platform: Platform,
  config: HubConfig,
): Promise<Required<Omit<ServiceParts, 'mounts' | 'singletons' | 'jobs'>>> {
  const { db, bus, log, metrics } = platform;
  const { issuers, keys } = foundationOf(platform, config);
  await keys.maintain();
  await bootstrap({
    db,
    bus,
    issuers,
    log,
    previousSecretGraceMs: config.previousSecretGrace,
    print: (line) => void process.stdout.write(line),
    secrets: {
      'self-service-bff': config.bffSecret,
      'platform-cli': config.cliSecret,
      'product-api-internal': config.productApiSecret,
      'broker-provisioner': config.provisionerSecret,
    },
    demo: { enabled: config.demoTenant, secret: config.demoClientSecret },
  });
  const conformance = scopeConformance({
    db,
    log,
    metrics,
    enabled: config.conformanceEnabled,
    failsOnGap: config.conformanceFailsOnGap,
    expected: config.expectedScopes,
    platformClientIds: config.platformClientIds,
  });
  await conformance.check();
  const tenants = tenantsPart(platform, config);
  const oauth = oauthPart(platform, config);
  return {
    surfaces: [oauth.surface],
    rpc: [tenants.rpc],
    workers: [
      keys.worker,
      conformance.worker,
      tenants.worker,
      cutoffWorker({ db, bus, log, metrics }),
      ...oauth.workers,
    ],
    ready: { 'scope-conformance': conformance.ready },
  };
}
