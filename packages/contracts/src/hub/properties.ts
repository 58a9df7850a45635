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
    'Suffix of tenant subdomains, from which tenants are resolved by slug and issuer URIs are built.',
    { check: checks.leadingDot },
  ),
  'platform.tenancy.in-cluster-service-hosts': property(
    'Set<String>',
    '',
    'In-cluster host names, in addition to localhost and 127.0.0.1, that resolve to the default (platform) tenant.',
    { check: checks.exactHosts },
  ),
  'platform.tenancy.default-tenant-hosts': property(
    'Set<String>',
    '',
    'External aliases of the gateway or platform that resolve to the default tenant.',
    { check: checks.exactHosts },
  ),
  'platform.hooks.rate-limit.per-tenant-per-minute': property(
    'Int',
    '0',
    'Maximum number of inline-hook calls per tenant, stage and minute. Calls beyond the limit count as failed. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.hub.platform-client-ids': property(
    'Set<String>',
    'self-service-bff,platform-cli,delegation-issuer',
    'Platform OAuth clients that are available in every tenant, not only in the default tenant in which they are created.',
  ),
  'platform.hub.scope-conformance.enabled': property(
    'Boolean',
    'true',
    'Whether to check at startup that platform clients have the scopes they need for sign-in.',
  ),
  'platform.hub.scope-conformance.fail-on-gap': property(
    'Boolean',
    'false',
    'Whether the hub reports not ready if the check finds a missing scope.',
  ),
  'platform.hub.scope-conformance.expected-scopes': property(
    'Map<String, Set<String>>',
    '{"self-service-bff":["openid","profile","email","offline_access"],"platform-cli":["openid","profile","email","offline_access"],"delegation-issuer":["openid"]}',
    'Scopes that each platform client must have, by client id. A configured map replaces the built-in map completely.',
  ),
  'platform.hub.infra-secret-reconciler.self-service-bff-secret': secret(
    'Secret of the console client, in plain text. Must be strong.',
  ),
  'platform.hub.infra-secret-reconciler.cli-secret': secret(
    'Secret of the command-line client, in plain text. Must be strong.',
  ),
  'platform.hub.infra-secret-reconciler.product-api-internal-secret': secret(
    "Secret of the management API's server-to-server client, in plain text.",
  ),
  'platform.hub.infra-secret-reconciler.broker-provisioner-secret': secret(
    'Secret of the broker-provisioner client, in plain text.',
  ),
  'platform.hub.infra-secret-reconciler.require-product-api-internal-secret': property(
    'Boolean',
    'false',
    'Whether startup fails if the internal secret is missing. Recommended for production.',
  ),
  'platform.hub.infra-secret-reconciler.previous-secret-grace': property(
    'Duration',
    '15m',
    'How long the previous secret stays valid after a change while pods are replaced.',
    { check: checks.notNegative },
  ),
  'platform.ratelimit.enabled': property('Boolean', 'true', 'Whether rate limits are enforced.'),
  'platform.ratelimit.tenant-requests-per-minute': property(
    'Long',
    '1000',
    'Requests per minute and tenant, unless the tenant has its own limit. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.ratelimit.client-requests-per-minute': property(
    'Long',
    '100',
    'Requests per minute and client, unless its tenant has its own limit. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.ratelimit.ip-requests-per-minute': property(
    'Long',
    '300',
    'Requests per minute and IP address. 0 means no limit.',
    {
      check: checks.notNegative,
    },
  ),
  ...channel('platform.applications.service-identity.cluster', {
    audience: 'hub-applications-facade',
    allowedSub: serviceAccount('product-api'),
  }),
  'platform.applications.service-identity.cluster.header-name': property(
    'String',
    'X-Platform-Service-Authorization',
    "Request header that contains the caller's projected token, with or without the `Bearer` prefix.",
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
    "Port of OAuth 2.0, OpenID Connect and the hub's REST API.",
  ),
  'platform.hub.admin-port': property('Int', '9080', 'Port of the metrics and health endpoints.'),
  'platform.hub.grpc-port': property('Int', '9180', 'Port of the gRPC server.'),
  'platform.hub.trusted-proxies': property(
    'Set<String>',
    '',
    'CIDR ranges of proxies whose X-Forwarded-For header is trusted.',
  ),
  'platform.hub.keys.rotation': property(
    'Duration',
    '90d',
    'How long a signing key is used before it is rotated.',
    {
      check: checks.positive,
    },
  ),
  'platform.hub.login.asn-database-path': property(
    'String',
    '',
    'MaxMind database of autonomous systems for the condition `network.asn` of login flows. Reloaded when the file changes. If empty, `network.asn` is unknown. `network.country` is based on `platform.conditional-access.geoip-database-path`.',
  ),
  'platform.web.console-acr': property(
    'String',
    'aal2',
    'Assurance that users must reach when they sign in to the console.',
    { values: ['aal1', 'aal2', 'aal3', 'phr', 'phrh'] },
  ),
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
    'Maximum time that a refresh token may stay unused, unless the application sets its own value.',
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
    'Lifetime of a session, unless the login flow sets its own value.',
    { check: checks.positive },
  ),
  'platform.ratelimit.activate-user-code-max-attempts': property(
    'Long',
    '10',
    'Maximum number of attempts per tenant and user code on the device verification page (`POST /activate`).',
    { check: checks.positive },
  ),
  'platform.ratelimit.activate-user-code-window-seconds': property(
    'Long',
    '900',
    'Length of the fixed window in which these attempts are counted, in seconds.',
    { check: checks.positive },
  ),
  'platform.ratelimit.activate-failures-per-ip': property(
    'Long',
    '20',
    'Maximum number of attempts with nonexistent user codes per IP address and window.',
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
    'Resource indicators (RFC 8707) of the management API in addition to `urn:platform:product-api`. If empty, `platform.gateway.public-base-url`, with and without `/api/v1`.',
  ),
  'platform.hub.webhook.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names that claims-webhook URLs may use even though they resolve to private addresses. No other check is skipped. Exact names, not case-sensitive.',
    { check: checks.exactHosts },
  ),
  'platform.hub.clients.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names that URLs registered for applications (key sets, back-channel logout) may use even though they resolve to private addresses. No other check is skipped. Exact names, not case-sensitive.',
    { check: checks.exactHosts },
  ),
  'platform.hub.webhook.plain-http-hosts': property(
    'Set<String>',
    '',
    'Host names that claims-webhook URLs may reach over plain http.',
    { check: checks.exactHosts },
  ),
  'platform.hub.webhook.platform-urls': property(
    'Set<String>',
    'http://product-api:8082/internal/claims-enrichment',
    "URLs of the platform's own claims enrichment, compared byte by byte. Only webhooks at these URLs can return roles, permissions, entitlements, groups and elevated scopes.",
    { check: absoluteUrls },
  ),
  'platform.hub.webhook.max-response-bytes': property(
    'Int',
    '65536',
    "Maximum size of a claims webhook's response, in bytes.",
    { check: checks.between(1, 65_536) },
  ),
  'platform.hub.webhook.max-claims-bytes': property(
    'Int',
    '8192',
    'Maximum size of the claims that a webhook adds to a token, in bytes of UTF-8 encoded JSON.',
    { check: checks.positive },
  ),
  'platform.hub.providers.max': property(
    'Int',
    '500',
    'Maximum number of issuers that one pod keeps in memory.',
    {
      check: checks.positive,
    },
  ),
  'platform.hub.login.return-hosts': property(
    'Set<String>',
    '',
    'Hosts to which a browser may be redirected after an account has been linked.',
    { check: checks.exactHosts },
  ),
  'platform.dsar.fanout.service-account-token': property(
    'String',
    '',
    'Bearer token for access requests between services. If empty, `/admin/dsar` is closed.',
    { secret: true },
  ),
  'platform.security-events.identity-service.base-url': property(
    'String',
    '',
    'Base URL of the identity service, without a trailing slash. If empty, nothing is forwarded.',
    { check: checks.url },
  ),
  'platform.security-events.identity-service.bearer': property(
    'String',
    '',
    'Bearer token that the hub sends to the identity service.',
    { secret: true },
  ),
  'platform.jit-provisioning.enabled': property(
    'Boolean',
    'true',
    'Whether just-in-time provisioning is on. If false, no rule applies and unknown users are not created at federated sign-ins.',
  ),
  'platform.jit-provisioning.rules': property(
    'Map<String, List<rule>>',
    '',
    'Ordered rules for the federated sign-ins of each tenant, by tenant id. A rule has `name`, `enabled`, `connections`, `when`, `sync`, `actions` and `stop`.',
  ),
  'platform.hub.bootstrap.demo-tenant': property(
    'Boolean',
    'false',
    'Whether to create the tenant `demo` with the client `demo-admin`.',
  ),
  'platform.hub.bootstrap.demo-client-secret': property(
    'String?',
    'null',
    'Secret of `demo-admin`. If null, a random secret is generated and printed once.',
    { secret: true, check: strongSecret },
  ),
  'platform.conditional-access.evaluation-timeout': property(
    'Duration',
    '500ms',
    'Maximum time to wait for the evaluation of access policies before the access service is considered unavailable.',
    { check: checks.positive },
  ),
  'platform.api-resources.max-per-tenant': property(
    'Int',
    '100',
    'Maximum number of APIs per tenant.',
    { check: checks.positive },
  ),
  'platform.ip-rules.max-per-tenant': property(
    'Int',
    '200',
    'Maximum number of active IP rules per tenant.',
    {
      check: checks.positive,
    },
  ),
};
