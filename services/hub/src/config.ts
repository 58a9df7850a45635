import type { Config, ConfigShape } from '@platform/kit/config';
import { parseCidr } from '@platform/kit/ip';

/** The properties that the hub reads besides those of every process. */
export const hubShape = {
  tenancyDomain: 'platform.tenancy.platform-domain',
  serviceHosts: 'platform.tenancy.in-cluster-service-hosts',
  defaultTenantHosts: 'platform.tenancy.default-tenant-hosts',
  platformClientIds: 'platform.hub.platform-client-ids',
  conformanceEnabled: 'platform.hub.scope-conformance.enabled',
  conformanceFailsOnGap: 'platform.hub.scope-conformance.fail-on-gap',
  expectedScopes: 'platform.hub.scope-conformance.expected-scopes',
  bffSecret: 'platform.hub.infra-secret-reconciler.self-service-bff-secret',
  cliSecret: 'platform.hub.infra-secret-reconciler.cli-secret',
  productApiSecret: 'platform.hub.infra-secret-reconciler.product-api-internal-secret',
  provisionerSecret: 'platform.hub.infra-secret-reconciler.broker-provisioner-secret',
  requireProductApiSecret:
    'platform.hub.infra-secret-reconciler.require-product-api-internal-secret',
  previousSecretGrace: 'platform.hub.infra-secret-reconciler.previous-secret-grace',
  rateEnabled: 'platform.ratelimit.enabled',
  ratePerTenant: 'platform.ratelimit.tenant-requests-per-minute',
  ratePerClient: 'platform.ratelimit.client-requests-per-minute',
  ratePerAddress: 'platform.ratelimit.ip-requests-per-minute',
  apiRatePerTenant: 'platform.gateway.ratelimit.tenant-requests-per-minute',
  apiRatePerClient: 'platform.gateway.ratelimit.client-requests-per-minute',
  trustedProxies: 'platform.hub.trusted-proxies',
  countriesPath: 'platform.conditional-access.geoip-database-path',
  systemsPath: 'platform.hub.login.asn-database-path',
  keyRotation: 'platform.hub.keys.rotation',
  consoleAcr: 'platform.web.console-acr',
  accessTokenTtl: 'platform.hub.tokens.access-token-ttl',
  refreshIdleTtl: 'platform.hub.tokens.refresh-idle-ttl',
  refreshAbsoluteTtl: 'platform.hub.tokens.refresh-absolute-ttl',
  refreshReuseLeeway: 'platform.hub.tokens.refresh-reuse-leeway',
  authorizationCodeTtl: 'platform.hub.tokens.authorization-code-ttl',
  deviceCodeTtl: 'platform.hub.tokens.device-code-ttl',
  idTokenTtl: 'platform.hub.tokens.id-token-ttl',
  sessionTtl: 'platform.hub.tokens.session-ttl',
  userCodeMaxAttempts: 'platform.ratelimit.activate-user-code-max-attempts',
  userCodeWindowSeconds: 'platform.ratelimit.activate-user-code-window-seconds',
  activateFailuresPerAddress: 'platform.ratelimit.activate-failures-per-ip',
  apiResources: 'platform.hub.api-resources',
  publicBaseUrl: 'platform.gateway.public-base-url',
  capabilityFamilies: 'platform.capability.families',
  maxProviders: 'platform.hub.providers.max',
  demoTenant: 'platform.hub.bootstrap.demo-tenant',
  demoClientSecret: 'platform.hub.bootstrap.demo-client-secret',
  webhookInternalHosts: 'platform.hub.webhook.allowed-internal-hosts',
  clientInternalHosts: 'platform.hub.clients.allowed-internal-hosts',
  webhookPlainHttpHosts: 'platform.hub.webhook.plain-http-hosts',
  webhookPlatformUrls: 'platform.hub.webhook.platform-urls',
  webhookMaxResponseBytes: 'platform.hub.webhook.max-response-bytes',
  webhookMaxClaimsBytes: 'platform.hub.webhook.max-claims-bytes',
  hooksPerMinute: 'platform.hooks.rate-limit.per-tenant-per-minute',
  hookInternalHosts: 'platform.webhooks.allowed-internal-hosts',
  hookInsecureHttp: 'platform.webhooks.allow-insecure-http',
  policyTimeout: 'platform.conditional-access.evaluation-timeout',
  maxApiResources: 'platform.api-resources.max-per-tenant',
  maxIpRules: 'platform.ip-rules.max-per-tenant',
  applicationsEnabled: 'platform.applications.service-identity.cluster.enabled',
  applicationsIssuer: 'platform.applications.service-identity.cluster.issuer',
  applicationsJwksUri: 'platform.applications.service-identity.cluster.jwks-uri',
  applicationsAudience: 'platform.applications.service-identity.cluster.audience',
  applicationsAllowedSub: 'platform.applications.service-identity.cluster.allowed-sub',
  applicationsCaPath: 'platform.applications.service-identity.cluster.ca-path',
  applicationsTokenPath: 'platform.applications.service-identity.cluster.token-path',
  applicationsConnectTimeout: 'platform.applications.service-identity.cluster.connect-timeout',
  applicationsReadTimeout: 'platform.applications.service-identity.cluster.read-timeout',
  applicationsHeaderName: 'platform.applications.service-identity.cluster.header-name',
  securityEventsUrl: 'platform.security-events.identity-service.base-url',
  securityEventsBearer: 'platform.security-events.identity-service.bearer',
  jitEnabled: 'platform.jit-provisioning.enabled',
  jitRules: 'platform.jit-provisioning.rules',
  returnHosts: 'platform.hub.login.return-hosts',
  dsarToken: 'platform.dsar.fanout.service-account-token',
  consentEnabled: 'platform.account-consent.service-identity.cluster.enabled',
  consentIssuer: 'platform.account-consent.service-identity.cluster.issuer',
  consentJwksUri: 'platform.account-consent.service-identity.cluster.jwks-uri',
  consentAudience: 'platform.account-consent.service-identity.cluster.audience',
  consentAllowedSub: 'platform.account-consent.service-identity.cluster.allowed-sub',
  consentCaPath: 'platform.account-consent.service-identity.cluster.ca-path',
  consentTokenPath: 'platform.account-consent.service-identity.cluster.token-path',
  consentConnectTimeout: 'platform.account-consent.service-identity.cluster.connect-timeout',
  consentReadTimeout: 'platform.account-consent.service-identity.cluster.read-timeout',
  linkingEnabled: 'platform.account-linking.service-identity.cluster.enabled',
  linkingIssuer: 'platform.account-linking.service-identity.cluster.issuer',
  linkingJwksUri: 'platform.account-linking.service-identity.cluster.jwks-uri',
  linkingAudience: 'platform.account-linking.service-identity.cluster.audience',
  linkingAllowedSub: 'platform.account-linking.service-identity.cluster.allowed-sub',
  linkingCaPath: 'platform.account-linking.service-identity.cluster.ca-path',
  linkingTokenPath: 'platform.account-linking.service-identity.cluster.token-path',
  linkingConnectTimeout: 'platform.account-linking.service-identity.cluster.connect-timeout',
  linkingReadTimeout: 'platform.account-linking.service-identity.cluster.read-timeout',
  tenancyEnabled: 'platform.tenancy.service-identity.cluster.enabled',
  tenancyIssuer: 'platform.tenancy.service-identity.cluster.issuer',
  tenancyJwksUri: 'platform.tenancy.service-identity.cluster.jwks-uri',
  tenancyAudience: 'platform.tenancy.service-identity.cluster.audience',
  tenancyAllowedSub: 'platform.tenancy.service-identity.cluster.allowed-sub',
  tenancyCaPath: 'platform.tenancy.service-identity.cluster.ca-path',
  tenancyTokenPath: 'platform.tenancy.service-identity.cluster.token-path',
  tenancyConnectTimeout: 'platform.tenancy.service-identity.cluster.connect-timeout',
  tenancyReadTimeout: 'platform.tenancy.service-identity.cluster.read-timeout',
} as const satisfies ConfigShape;

/** The configuration of the hub. Durations in milliseconds. */
export type HubConfig = Config<typeof hubShape>;

/** Returns faults that concern several properties together. */
export function hubConfigProblems(
  config: HubConfig & { platformDomain?: string; issuer?: string },
): string[] {
  const faults: string[] = [];
  const { tenancyDomain, platformDomain } = config;
  if (platformDomain !== undefined && platformDomain !== tenancyDomain) {
    faults.push(
      `platform.tenancy.platform-domain (${tenancyDomain}) and platform.hub.platform-domain (${platformDomain}) must be equal`,
    );
  }
  if (config.issuer !== undefined && new URL(config.issuer).pathname !== '/')
    faults.push('platform.hub.issuer: must have no path, because issuers differ by host');
  for (const proxy of config.trustedProxies) {
    try {
      parseCidr(proxy);
    } catch (error) {
      faults.push(`platform.hub.trusted-proxies: "${proxy}" ${(error as Error).message}`);
    }
  }
  for (const [property, hosts] of [
    ['in-cluster-service-hosts', config.serviceHosts],
    ['default-tenant-hosts', config.defaultTenantHosts],
  ] as const) {
    for (const host of hosts) {
      if (host.toLowerCase().endsWith(tenancyDomain))
        faults.push(
          `platform.tenancy.${property}: "${host}" must not be a subdomain of ${tenancyDomain}, which is reserved for tenants`,
        );
    }
  }
  if (config.securityEventsUrl.endsWith('/'))
    faults.push('platform.security-events.identity-service.base-url: must not end with a slash');
  if (config.securityEventsUrl !== '' && config.securityEventsBearer === '')
    faults.push(
      'platform.security-events.identity-service.bearer: required where the base URL is set',
    );
  if (config.requireProductApiSecret && config.productApiSecret === null) {
    faults.push(
      'platform.hub.infra-secret-reconciler.product-api-internal-secret: required by require-product-api-internal-secret',
    );
  }
  const secrets = [
    config.bffSecret,
    config.cliSecret,
    config.productApiSecret,
    config.provisionerSecret,
  ].filter((s) => s !== null);
  if (new Set(secrets).size < secrets.length)
    faults.push('platform.hub.infra-secret-reconciler: one secret is set for two clients');
  return faults;
}
