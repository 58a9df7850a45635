import { channel, serviceAccount } from '../configuration/channels.ts';
import { parseUrl } from '../common/url.ts';
import { checks, property } from '../configuration/property.ts';

const second = 1000;
const strongSecret = (s: string | null) =>
  s === null || s.length >= 32 ? undefined : 'must have at least 32 characters';
const secret = (meaning: string) =>
  property('String?', 'null', meaning, { secret: true, check: strongSecret });

const absoluteUrls = (urls: ReadonlySet<string>) => {
  const bad = [...urls].find((url) => !/^https?:$/.test(parseUrl(url)?.protocol ?? ''));
  return bad === undefined ? undefined : `"${bad}" is not an http or https URL`;
};

/** Properties of the hub. */
export const hubProperties = {
  'platform.tenancy.platform-domain': property(
    'String',
    '.platform.localhost',
    'Subdomain suffix for slug-based tenant resolution and issuer URI generation.',
    { check: checks.leadingDot },
  ),
  'platform.tenancy.in-cluster-service-hosts': property(
    'Set<String>',
    '',
    'In-cluster service hostnames that resolve to the default (platform) tenant, besides localhost and 127.0.0.1.',
    { check: checks.exactHosts },
  ),
  'platform.tenancy.default-tenant-hosts': property(
    'Set<String>',
    '',
    'External per-gateway or platform alias hostnames that resolve to the default tenant.',
    { check: checks.exactHosts },
  ),
  'platform.hooks.rate-limit.per-tenant-per-minute': property(
    'Int',
    '0',
    'Maximum inline-hook invocations per tenant per stage per minute; 0 = no limit. Calls beyond the limit count as failed.',
    { check: checks.notNegative },
  ),
  'platform.hub.platform-client-ids': property(
    'Set<String>',
    'self-service-bff,platform-cli,delegation-issuer',
    'Platform OAuth clients that resolve under every tenant, not only the default tenant they are seeded under.',
  ),
  'platform.hub.scope-conformance.enabled': property(
    'Boolean',
    'true',
    'Run the login-scope conformance check at startup.',
  ),
  'platform.hub.scope-conformance.fail-on-gap': property(
    'Boolean',
    'false',
    'When true, a gap fails hub readiness.',
  ),
  'platform.hub.scope-conformance.expected-scopes': property(
    'Map<String, Set<String>>',
    '{"self-service-bff":["openid","profile","email","offline_access"],"platform-cli":["openid","profile","email","offline_access"],"delegation-issuer":["openid"]}',
    'Per-client login-scope manifest (client id to scopes). A configured map replaces the built-in map entirely.',
  ),
  'platform.hub.infra-secret-reconciler.self-service-bff-secret': secret(
    'Strong plaintext secret of the console client.',
  ),
  'platform.hub.infra-secret-reconciler.cli-secret': secret(
    'Strong plaintext secret of the command-line client.',
  ),
  'platform.hub.infra-secret-reconciler.product-api-internal-secret': secret(
    "Secret of the management API's server-to-server client.",
  ),
  'platform.hub.infra-secret-reconciler.broker-provisioner-secret': secret(
    'Secret of the broker-provisioner client.',
  ),
  'platform.hub.infra-secret-reconciler.require-product-api-internal-secret': property(
    'Boolean',
    'false',
    'Fail to start without the internal secret; for production.',
  ),
  'platform.hub.infra-secret-reconciler.previous-secret-grace': property(
    'Duration',
    '15m',
    'How long the previous secret stays valid after a change, while pods are replaced.',
    { check: checks.notNegative },
  ),
  'platform.ratelimit.enabled': property('Boolean', 'true', 'Rate limiting on or off.'),
  'platform.ratelimit.tenant-requests-per-minute': property(
    'Long',
    '1000',
    'Per tenant that has no limit of its own; 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.ratelimit.client-requests-per-minute': property(
    'Long',
    '100',
    'Per client, unless its tenant has a limit of its own; 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.ratelimit.ip-requests-per-minute': property('Long', '300', 'Per IP; 0 = no limit.', {
    check: checks.notNegative,
  }),
  ...channel('platform.applications.service-identity.cluster', {
    audience: 'hub-applications-facade',
    allowedSub: serviceAccount('product-api'),
  }),
  'platform.applications.service-identity.cluster.header-name': property(
    'String',
    'X-Platform-Service-Authorization',
    "Request header that carries the caller's projected token, as `Bearer <token>` or a bare token.",
  ),
  ...channel('platform.account-consent.service-identity.cluster', {
    audience: 'hub-internal-auth',
    allowedSub: serviceAccount('identity-service'),
  }),
  ...channel('platform.account-linking.service-identity.cluster', {
    audience: 'hub-internal-auth',
    allowedSub: serviceAccount('identity-service'),
  }),
  ...channel('platform.tenancy.service-identity.cluster', {
    audience: 'hub',
    allowedSub: serviceAccount('platform-operator'),
  }),

  'platform.hub.http-port': property(
    'Int',
    '8080',
    'Port of OAuth 2.0, OIDC and the operations of the hub.',
  ),
  'platform.hub.admin-port': property('Int', '9080', 'Port of metrics and health.'),
  'platform.hub.grpc-port': property('Int', '9180', 'Port of gRPC.'),
  'platform.hub.trusted-proxies': property(
    'Set<String>',
    '',
    'CIDRs of proxies whose X-Forwarded-For header is trusted.',
  ),
  'platform.hub.login.asn-database-path': property(
    'String',
    '',
    'MaxMind file of autonomous systems, for the condition `network.asn` of login flows; empty = none. Reloaded when it changes. `network.country` comes from `platform.conditional-access.geoip-database-path`.',
  ),
  'platform.hub.keys.rotation': property('Duration', '90d', 'How long a signing key signs.', {
    check: checks.positive,
  }),
  'platform.hub.tokens.access-token-ttl': property(
    'Duration',
    '10m',
    'Lifetime of an access token.',
    {
      check: checks.between(60 * second, 3600 * second),
    },
  ),
  'platform.hub.tokens.refresh-idle-ttl': property(
    'Duration',
    '14d',
    'Maximum time that a refresh token may stay unused, unless its application has its own value.',
    { check: checks.positive },
  ),
  'platform.hub.tokens.refresh-absolute-ttl': property(
    'Duration',
    '90d',
    'Maximum total lifetime of the refresh tokens of one sign-in.',
    { check: checks.positive },
  ),
  'platform.hub.tokens.authorization-code-ttl': property(
    'Duration',
    '60s',
    'Lifetime of an authorization code.',
    { check: checks.between(second, 600 * second) },
  ),
  'platform.hub.tokens.device-code-ttl': property('Duration', '10m', 'Lifetime of a device code.', {
    check: checks.between(60 * second, 3600 * second),
  }),
  'platform.hub.tokens.id-token-ttl': property('Duration', '1h', 'Lifetime of an ID token.', {
    check: checks.between(60 * second, 86_400 * second),
  }),
  'platform.hub.tokens.session-ttl': property(
    'Duration',
    '14d',
    'Lifetime of a session, unless the login flow has its own value.',
    { check: checks.positive },
  ),
  'platform.ratelimit.activate-user-code-max-attempts': property(
    'Long',
    '10',
    'Brute-force cap for each tenant and user code on device verification (`POST /activate`).',
    { check: checks.positive },
  ),
  'platform.ratelimit.activate-user-code-window-seconds': property(
    'Long',
    '900',
    'Fixed window of that cap, in seconds.',
    { check: checks.positive },
  ),
  'platform.ratelimit.activate-failures-per-ip': property(
    'Long',
    '20',
    'User codes that do not exist, for each address and window.',
    { check: checks.positive },
  ),
  'platform.hub.tokens.refresh-reuse-leeway': property(
    'Duration',
    '10s',
    'How long the previous refresh token is still accepted after a rotation.',
    { check: checks.between(0, 60 * second) },
  ),
  'platform.hub.api-resources': property(
    'Set<String>',
    '',
    'Resource indicators (RFC 8707) of the management API besides `urn:platform:product-api`; empty: `platform.gateway.public-base-url`, alone and with `/api/v1`.',
  ),
  'platform.hub.webhook.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names exempted from the private-address rejection for claims-webhook URLs, and from nothing else. Exact, case-insensitive.',
    { check: checks.exactHosts },
  ),
  'platform.hub.clients.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names exempted from the private-address rejection for what applications register (key sets, back-channel logout), and from nothing else. Exact, case-insensitive.',
    { check: checks.exactHosts },
  ),
  'platform.hub.webhook.plain-http-hosts': property(
    'Set<String>',
    '',
    'Host names that a claims-webhook URL may reach over plain http.',
    { check: checks.exactHosts },
  ),
  'platform.hub.webhook.platform-urls': property(
    'Set<String>',
    'http://product-api:8082/internal/claims-enrichment',
    "URLs of the platform's own claims enrichment, compared byte for byte. Only webhooks at these URLs can return roles, permissions, entitlements, groups and elevation.",
    { check: absoluteUrls },
  ),
  'platform.hub.webhook.max-response-bytes': property(
    'Int',
    '65536',
    'The longest answer of a claims webhook that is read.',
    { check: checks.between(1, 65_536) },
  ),
  'platform.hub.webhook.max-claims-bytes': property(
    'Int',
    '8192',
    'The most that claims of a webhook may take in a token, as JSON in UTF-8.',
    { check: checks.positive },
  ),
  'platform.hub.providers.max': property('Int', '500', 'Issuers kept ready in one pod.', {
    check: checks.positive,
  }),
  'platform.hub.login.return-hosts': property(
    'Set<String>',
    '',
    'Hosts that a browser may be sent back to when an account was linked.',
    { check: checks.exactHosts },
  ),
  'platform.dsar.fanout.service-account-token': property(
    'String',
    '',
    'Bearer of access requests between services; empty closes `/admin/dsar`.',
    { secret: true },
  ),
  'platform.security-events.identity-service.base-url': property(
    'String',
    '',
    'Base URL of the identity service, no trailing slash; empty: nothing is forwarded.',
    { check: checks.url },
  ),
  'platform.security-events.identity-service.bearer': property(
    'String',
    '',
    'Sent as `Authorization: Bearer <bearer>` on hub-to-identity-service calls.',
    { secret: true },
  ),
  'platform.jit-provisioning.enabled': property(
    'Boolean',
    'true',
    'Master switch; when false no rule applies, so that unknown users are not created at federated sign-ins.',
  ),
  'platform.jit-provisioning.rules': property(
    'Map<String, List<rule>>',
    '',
    "Tenant id to the ordered rules applied to the tenant's federated sign-ins: `name`, `enabled`, `connections`, `when`, `sync`, `actions`, `stop`.",
  ),
  'platform.hub.bootstrap.demo-tenant': property(
    'Boolean',
    'false',
    'Seed the tenant `demo` with the client `demo-admin`.',
  ),
  'platform.hub.bootstrap.demo-client-secret': property(
    'String?',
    'null',
    'Secret of `demo-admin`; null: random, printed once.',
    { secret: true, check: strongSecret },
  ),
  'platform.conditional-access.evaluation-timeout': property(
    'Duration',
    '500ms',
    'Longest wait for what access policies say before the access service counts as away.',
    { check: checks.positive },
  ),
  'platform.ip-rules.max-per-tenant': property('Int', '200', 'Live IP rules of a tenant.', {
    check: checks.positive,
  }),
};
