import { contextNames } from '@platform/contracts';
import { projectedTokenFile, projectedTokens } from '@platform/kit/auth';
import { entitlementCache } from '@platform/siblings/entitlement';
import type { RpcPeer } from '@platform/kit/grpc';
import { parseCidr } from '@platform/kit/ip';
import type { StoredIpRule } from '@platform/kit/ip';
import type { Metrics } from '@platform/kit/telemetry';
import { bodyTimes } from './body-deadline.ts';
import type { GatewayConfig } from './config.ts';
import { denialAudit } from './denial-audit.ts';
import { documentServer } from './documents/documents.ts';
import { elevationStore } from './elevation-store.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { GatewayOptions, GatewayResources } from './gateway-resources.ts';
import { ipRuleStore } from './ip-rule-store.ts';
import type { IpRuleSet } from './ip-rule-store.ts';
import { limits } from './limits.ts';
import { operationRoutes, surfaceFinder, surfaceRoutes } from './routes.ts';
import { scimCallers } from './scim-callers.ts';
import { telemetry } from './telemetry.ts';
import { upstreamService } from './upstream/service.ts';
import type { Service } from './upstream/service.ts';
import { webSessions } from './web-sessions.ts';

function servicesOf(config: GatewayConfig, metrics: Metrics): ReadonlyMap<string, Service> {
  return new Map(
    contextNames.map((name) => [
      name,
      upstreamService({
        name,
        url: config[name],
        token: projectedTokenFile(`${config.tokenDirectory}/${name}`),
        config,
        metrics,
      }),
    ]),
  );
}

/** Fetches the current IP rules of a tenant from the hub. */
async function fetchIpRules(hub: RpcPeer, tenantId: string): Promise<IpRuleSet> {
  const { version, rules } = await hub
    .service('platform.hub.v1.IpRules')
    .Snapshot({ tenantId }, { deadlineMs: 1_000, repeatable: true });
  return {
    version,
    rules: rules.map(({ id, action, cidr, expiresAt }): StoredIpRule => ({
      id,
      action: action as StoredIpRule['action'],
      cidr,
      expiresAt: expiresAt || null,
    })),
  };
}

/** Who may call `/internal`, and whether it is open. */
function internalAccess(
  config: GatewayConfig,
  { internalKeys, log }: GatewayResources,
): Pick<GatewayContext, 'isInternalOpen' | 'verifyInternalCaller'> {
  if (!config.internalEnabled)
    log.warn('platform.product-api.internal-auth.cluster is disabled: /internal returns 404');
  return {
    isInternalOpen: config.internalEnabled,
    verifyInternalCaller: projectedTokens({
      issuer: config.internalIssuer,
      audience: config.internalAudience,
      allowedSub: config.internalAllowedSub,
      keys: internalKeys,
    }),
  };
}

/** Stores of tenants and callers: fetched from siblings, cached in memory, invalidated by events. */
function knowledge(
  { bus, siblings, log }: GatewayResources,
  now: () => number,
): Pick<GatewayContext, 'ipRules' | 'entitlements' | 'elevations' | 'scimCallers' | 'webSessions'> {
  const hub = siblings.peer('hub');
  const fga = siblings.peer('fga');
  return {
    ipRules: ipRuleStore({ bus, snapshot: (tenantId) => fetchIpRules(hub, tenantId), log }),
    entitlements: entitlementCache({ fga: () => fga, bus }),
    elevations: elevationStore({ fga, bus, log, now }),
    webSessions: webSessions({ hub: () => hub }),
    scimCallers: scimCallers({ directory: () => siblings.peer('directory'), now }),
  };
}

/** Composes the context of the steps. */
export function composeContext(
  config: GatewayConfig,
  options: GatewayOptions,
  resources: GatewayResources,
): GatewayContext {
  const { log, access, metrics, tracing, bus, hosts, trust } = resources;
  const { now = Date.now } = options;
  const isTls = new URL(config.publicBaseUrl).protocol === 'https:';
  const context: GatewayContext = {
    config,
    log,
    metrics,
    now,
    isTls,
    trust,
    hosts,
    services: servicesOf(config, metrics),
    trustedProxies: [...config.trustedProxies].map((text) => parseCidr(text)),
    bodyTimes: options.bodyTimes ?? bodyTimes,
    ...operationRoutes(),
    findSurface: surfaceFinder(options.surfaces ?? surfaceRoutes),
    ...internalAccess(config, resources),
    ...knowledge(resources, now),
    documents: documentServer({
      config,
      hosts,
      isTls,
      folder: options.siteFolder,
      context: () => context,
    }),
    limits: limits(config, { bus, metrics, now }),
    audit: denialAudit({ bus, log, now }),
    telemetry: telemetry({ log: access.log, metrics, tracing }),
  };
  return context;
}
