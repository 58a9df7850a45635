import type { ConfigShape } from '../config/config.ts';
import { unmounted } from '../http/http.ts';
import type { GatewayTrust } from '../http/http.ts';
import { platformBase } from './platform-base.ts';
import type { serviceConfig } from './service-config.ts';
import type { Platform, ServiceDefinition, ServiceParts } from './service-definition.ts';
import type { ServiceResources } from './service-resources.ts';
import { siblingPeers } from './sibling-peers.ts';
import { tenantsOf } from './sibling-tenants.ts';
import { createTrust, gatewayAccount } from './trust.ts';

/** A service that is composed but does not listen yet. */
export interface ComposedService {
  platform: Platform;
  parts: ServiceParts;
  peers: ReturnType<typeof siblingPeers>;
}

async function composeParts<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  platform: Platform,
  own: Parameters<typeof definition.compose>[1],
): Promise<ServiceParts> {
  const parts = await definition.compose(platform, own);
  const missing = unmounted(definition.name, parts.mounts);
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`);
  return parts;
}

/** Composes a service from its definition, configuration and resources. */
export async function composeService<S extends ConfigShape>(
  definition: ServiceDefinition<S>,
  { common, own, addresses }: ReturnType<typeof serviceConfig<S>>,
  resources: ServiceResources,
): Promise<ComposedService> {
  const { name } = definition;
  const { db, bus, secrets, log, metrics, background } = resources;
  const { tokenDirectory, deadlineFactor } = common;
  const peers = siblingPeers({ name, addresses, tokenDirectory, deadlineFactor });
  const { jobs } = background;
  const { peer } = peers;
  const base = platformBase({ name, db, bus, jobs, secrets, log, metrics, common, peer });
  const itself = definition.own?.(base, own);
  const resourceMetadata = `${common.issuer}/.well-known/oauth-protected-resource`;
  const trust = createTrust({
    config: common,
    resourceMetadata,
    bus,
    log,
    metrics,
    getTenant: itself?.getTenant ?? tenantsOf(() => peer('hub')),
    ...(itself ? { fetchKeys: itself.fetchKeys } : {}),
  });
  const gateway: GatewayTrust = {
    verifyBearer: trust.verifyBearer,
    verifyGateway: trust.callersOf(name, gatewayAccount),
    resourceMetadata,
  };
  const platform: Platform = { ...base, trust, gateway };
  return { platform, parts: await composeParts(definition, platform, own), peers };
}
