import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { readConfig } from '@platform/kit/config';
import type { Config, ConfigSources } from '@platform/kit/config';
import { parseCidr } from '@platform/kit/ip';
import { tracingShape, trustShape } from '@platform/kit/service';

const urlShape = Object.fromEntries(
  contextNames.map((name) => [name, `platform.gateway.services.${name}.url`]),
) as { [N in ContextName]: `platform.gateway.services.${N}.url` };

const shape = {
  ...urlShape,
  ...trustShape,
  httpPort: 'platform.gateway.http-port',
  adminPort: 'platform.gateway.admin-port',
  listenAddress: 'platform.listen-address',
  publicBaseUrl: 'platform.gateway.public-base-url',
  securityContacts: 'platform.gateway.security-contacts',
  trustedProxies: 'platform.gateway.trusted-proxies',
  maxBodyBytes: 'platform.gateway.body.max-bytes',
  connectTimeout: 'platform.gateway.timeout-connect',
  firstByteTimeout: 'platform.gateway.timeout-first-byte',
  idleTimeout: 'platform.gateway.timeout-idle',
  callerTimeout: 'platform.gateway.timeout-caller',
  connectionMaxAge: 'platform.gateway.connection-max-age',
  retryBudgetPercent: 'platform.gateway.retry.budget-percent',
  breakerErrorPercent: 'platform.gateway.breaker.error-percent',
  breakerVolume: 'platform.gateway.breaker.volume',
  breakerWindow: 'platform.gateway.breaker.window',
  breakerOpen: 'platform.gateway.breaker.open',
  maxInFlight: 'platform.gateway.max-in-flight',
  shutdownDelay: 'platform.gateway.shutdown.delay',
  shutdownDrain: 'platform.gateway.shutdown.drain',
  corsOrigins: 'platform.gateway.cors.allowed-origins',
  refuseForwarded: 'platform.gateway.internal.refuse-forwarded',
  rateEnabled: 'platform.gateway.ratelimit.enabled',
  tenantRate: 'platform.gateway.ratelimit.tenant-requests-per-minute',
  clientRate: 'platform.gateway.ratelimit.client-requests-per-minute',
  webSessionRate: 'platform.gateway.ratelimit.web-session-requests-per-minute',
  addressRate: 'platform.gateway.ratelimit.ip-requests-per-minute',
  addressFailures: 'platform.gateway.ratelimit.ip-failures-per-minute',
  directoryRate: 'platform.scim.requests-per-minute-per-directory',
  internalMode: 'platform.product-api.internal-auth.mode',
  internalExempt: 'platform.product-api.internal-auth.exempt-paths',
  internalEnabled: 'platform.product-api.internal-auth.cluster.enabled',
  internalIssuer: 'platform.product-api.internal-auth.cluster.issuer',
  internalJwksUri: 'platform.product-api.internal-auth.cluster.jwks-uri',
  internalAudience: 'platform.product-api.internal-auth.cluster.audience',
  internalAllowedSub: 'platform.product-api.internal-auth.cluster.allowed-sub',
  internalCaPath: 'platform.product-api.internal-auth.cluster.ca-path',
  internalTokenPath: 'platform.product-api.internal-auth.cluster.token-path',
  internalConnectTimeout: 'platform.product-api.internal-auth.cluster.connect-timeout',
  internalReadTimeout: 'platform.product-api.internal-auth.cluster.read-timeout',
  natsUrl: 'platform.nats.url',
  natsReplicas: 'platform.nats.replicas',
  natsCredentialsPath: 'platform.nats.credentials-path',
  natsCaPath: 'platform.nats.ca-path',
  tokenDirectory: 'platform.rpc.token-directory',
  deadlineFactor: 'platform.rpc.deadline-factor',
  hubPeer: 'platform.rpc.peers.hub',
  fgaPeer: 'platform.rpc.peers.fga',
  directoryPeer: 'platform.rpc.peers.directory',
  capabilityFamilies: 'platform.capability.families',
  logLevel: 'platform.log.level',
  buildRevision: 'platform.build.revision',
  ...tracingShape,
} as const;

/** The gateway's configuration. Durations are milliseconds. */
export type GatewayConfig = Config<typeof shape>;

const isNetwork = (text: string): boolean => {
  try {
    return parseCidr(text) !== undefined;
  } catch {
    return false;
  }
};

/** Reads the configuration. @throws one Error that lists every fault */
export const gatewayConfig = (sources: ConfigSources): GatewayConfig =>
  readConfig(shape, sources, ({ trustedProxies }) =>
    [...trustedProxies]
      .filter((text) => !isNetwork(text))
      .map((text) => `platform.gateway.trusted-proxies: "${text}" is not an address or a network`),
  );
