import { clusterKeySet } from '@platform/kit/auth';
import type { KeySet } from '@platform/kit/auth';
import { createBus } from '@platform/kit/bus';
import type { Bus } from '@platform/kit/bus';
import { createAccessLog, createLog, createMetrics } from '@platform/kit/telemetry';
import type { AccessLog, Logger, Metrics, Tracing } from '@platform/kit/telemetry';
import { createTrust, processTracing, siblingPeers, tenantsOf } from '@platform/kit/service';
import type { SiblingPeers, Trust } from '@platform/kit/service';
import type { BodyTimes } from './body-deadline.ts';
import type { GatewayConfig } from './config.ts';
import { hostReader } from './hosts.ts';
import type { Hosts } from './hosts.ts';
import type { SurfaceRoute } from './routes.ts';

/** Settings for tests, in addition to the configuration. */
export interface GatewayOptions {
  log?: Logger;
  accessLog?: AccessLog;
  surfaces?: readonly SurfaceRoute[];
  bodyTimes?: BodyTimes;
  processMetrics?: boolean;
  /** The folder of the documentation that `/docs` serves. */
  siteFolder?: string;
  now?: () => number;
}

const openBus = (config: GatewayConfig, log: Logger, metrics: Metrics): Bus =>
  createBus({
    service: 'gateway',
    url: config.natsUrl,
    credentialsPath: config.natsCredentialsPath,
    caPath: config.natsCaPath,
    replicas: config.natsReplicas,
    log,
    metrics,
  });

const openSiblings = (config: GatewayConfig): SiblingPeers =>
  siblingPeers({
    name: 'gateway',
    addresses: { hub: config.hubPeer, fga: config.fgaPeer, directory: config.directoryPeer },
    tokenDirectory: config.tokenDirectory,
    deadlineFactor: config.deadlineFactor,
  });

const internalKeySet = (config: GatewayConfig, log: Logger): KeySet =>
  clusterKeySet({
    jwksUri: config.internalJwksUri,
    caPath: config.internalCaPath,
    tokenPath: config.internalTokenPath,
    connectTimeoutMs: config.internalConnectTimeout,
    readTimeoutMs: config.internalReadTimeout,
    onFailure: (error) => log.warn({ err: error }, "the cluster's keys could not be fetched"),
  });

function observedTrust(
  config: GatewayConfig,
  { bus, log, metrics }: { bus: Bus; log: Logger; metrics: Metrics },
  hosts: Hosts,
  siblings: SiblingPeers,
): Trust {
  const hub = siblings.peer('hub');
  const trust = createTrust({
    config,
    resourceMetadata: hosts.resourceMetadata(undefined),
    getTenant: tenantsOf(() => hub),
    bus,
    log,
    metrics,
  });
  metrics.observed('gateway_jwks_age_seconds', () => trust.hubKeys.ageSeconds() ?? -1);
  return trust;
}

/** The resources of the gateway. */
export interface GatewayResources {
  log: Logger;
  access: { log: AccessLog; flush: () => void };
  metrics: Metrics;
  tracing: Tracing | undefined;
  bus: Bus;
  siblings: SiblingPeers;
  hosts: Hosts;
  trust: Trust;
  /** The keys of the cluster, which verify callers of `/internal`. */
  internalKeys: KeySet;
}

/** Opens the resources of the gateway. */
export async function openGatewayResources(
  config: GatewayConfig,
  options: GatewayOptions,
): Promise<GatewayResources> {
  const { log = createLog('gateway', config.logLevel) } = options;
  const access = options.accessLog
    ? { log: options.accessLog, flush: () => undefined }
    : createAccessLog('gateway', config.logLevel);
  const metrics = createMetrics('gateway', {
    process: options.processMetrics ?? false,
    revision: config.buildRevision,
  });
  const tracing = await processTracing('gateway', config);
  const bus = openBus(config, log, metrics);
  const siblings = openSiblings(config);
  const hosts = hostReader(config);
  const trust = observedTrust(config, { bus, log, metrics }, hosts, siblings);
  const internalKeys = internalKeySet(config, log);
  return { log, access, metrics, tracing, bus, siblings, hosts, trust, internalKeys };
}
