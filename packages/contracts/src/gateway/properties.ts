import { channel, serviceAccount } from '../configuration/channels.ts';
import { checks, property } from '../configuration/property.ts';
import type { Property } from '../configuration/property.ts';
import { contextNames, services } from '../services.ts';
import type { ContextName } from '../services.ts';

const internalPath = (paths: readonly string[]) => {
  const bad = paths.find((p) => !p.startsWith('/internal/'));
  return bad === undefined ? undefined : `"${bad}" is not a path below /internal/`;
};

const contactForm = /^(mailto:[^@\s]+@[^@\s]+|tel:\+[\d-]+|https:\/\/[^\s]+)$/;

const contacts = (values: readonly string[]) => {
  const bad = values.find((value) => !contactForm.test(value));
  return bad === undefined ? undefined : `"${bad}" must begin with mailto:, tel:+ or https://`;
};

/** Name of the property with a context's HTTP address. */
export type ServiceUrlPropertyName = `platform.gateway.services.${ContextName}.url`;

const serviceUrlProperties = Object.fromEntries(
  contextNames.map((name) => [
    `platform.gateway.services.${name}.url`,
    property('String', `http://${name}:${services[name].ports.http}`, `HTTP address of ${name}.`, {
      check: checks.url,
    }),
  ]),
) as Record<ServiceUrlPropertyName, Property<'String'>>;

/** Properties of the gateway. */
export const gatewayProperties = {
  'platform.gateway.http-port': property('Int', '8082', 'Port of the management API.'),
  'platform.gateway.admin-port': property(
    'Int',
    '9082',
    'Port of the metrics and health endpoints.',
  ),
  'platform.gateway.public-base-url': property(
    'String',
    'http://localhost:8082',
    'Public base URL of the gateway.',
    { check: checks.url },
  ),
  'platform.gateway.security-contacts': property(
    'List<String>',
    '',
    'Contacts for reporting vulnerabilities, for `/.well-known/security.txt` (RFC 9116): `mailto:`, `tel:` or `https:` URIs, the preferred one first. If empty, the file is not served.',
    { check: contacts },
  ),
  'platform.gateway.trusted-proxies': property(
    'Set<String>',
    '',
    'CIDR ranges of proxies whose X-Forwarded-For header is trusted.',
  ),
  ...serviceUrlProperties,
  'platform.gateway.body.max-bytes': property(
    'Int',
    '1048576',
    'Maximum size of a JSON body, unless the operation has its own limit.',
    { check: checks.positive },
  ),
  'platform.gateway.timeout-connect': property(
    'Duration',
    '1s',
    'Timeout for connecting to a service.',
    {
      check: checks.positive,
    },
  ),
  'platform.gateway.timeout-first-byte': property(
    'Duration',
    '10s',
    "Maximum time to wait for the first byte of a service's response.",
    { check: checks.positive },
  ),
  'platform.gateway.timeout-idle': property(
    'Duration',
    '30s',
    "Maximum time between two chunks of a service's response. Time during which the caller does not read is not counted.",
    { check: checks.positive },
  ),
  'platform.gateway.connection-max-age': property(
    'Duration',
    '5m',
    'Age after which a connection to a service is replaced, so that new pods receive requests.',
    { check: checks.positive },
  ),
  'platform.gateway.timeout-caller': property(
    'Duration',
    '10m',
    'How long a caller may leave a response unread or a connection idle. Must be longer than the slowest response takes.',
    { check: checks.positive },
  ),
  'platform.gateway.retry.budget-percent': property(
    'Int',
    '10',
    'Maximum percentage of the requests to a service that may be retried within 10 s.',
    { check: checks.between(0, 100) },
  ),
  'platform.gateway.breaker.error-percent': property(
    'Int',
    '50',
    'Percentage of failed calls at which a circuit breaker opens.',
    { check: checks.between(1, 100) },
  ),
  'platform.gateway.breaker.volume': property(
    'Int',
    '20',
    'Minimum number of calls in the window before a circuit breaker can open.',
    { check: checks.positive },
  ),
  'platform.gateway.breaker.window': property(
    'Duration',
    '10s',
    "Length of a circuit breaker's sliding window.",
    {
      check: checks.positive,
    },
  ),
  'platform.gateway.breaker.open': property(
    'Duration',
    '5s',
    'How long a circuit breaker stays open before it lets a probe through.',
    { check: checks.positive },
  ),
  'platform.gateway.max-in-flight': property(
    'Int',
    '1000',
    'Maximum number of concurrent requests to one service.',
    {
      check: checks.positive,
    },
  ),
  'platform.gateway.shutdown.delay': property(
    'Duration',
    '5s',
    'How long the gateway keeps serving after SIGTERM while it reports not ready.',
    { check: checks.notNegative },
  ),
  'platform.gateway.shutdown.drain': property(
    'Duration',
    '25s',
    'Maximum time that requests in progress may take after the drain delay.',
    { check: checks.notNegative },
  ),
  'platform.gateway.cors.allowed-origins': property(
    'Set<String>',
    '',
    'Exact origins from which browsers may call the API. If empty, CORS is off.',
  ),
  'platform.gateway.internal.refuse-forwarded': property(
    'Boolean',
    'true',
    'Whether to return 404 for requests to /internal and /admin that came through a proxy.',
  ),
  'platform.gateway.ratelimit.enabled': property(
    'Boolean',
    'true',
    'Whether rate limits are enforced on the management API.',
  ),
  'platform.gateway.ratelimit.tenant-requests-per-minute': property(
    'Long',
    '6000',
    'Requests per minute and tenant, unless the tenant has its own limit. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.client-requests-per-minute': property(
    'Long',
    '3000',
    'Requests per minute and client of a tenant, unless the tenant has its own limit. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.web-session-requests-per-minute': property(
    'Long',
    '600',
    'Requests per minute and session of a web application. They do not count against the limit of a client. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.ip-requests-per-minute': property(
    'Long',
    '3000',
    'Requests per minute and IP address (for IPv6, its /64 network). 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.ip-failures-per-minute': property(
    'Long',
    '60',
    'Responses with status 401 per minute and IP address. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.product-api.internal-auth.mode': property(
    'Mode',
    'DETECT',
    'Verification of service tokens on /internal. OFF performs no checks, DETECT logs invalid tokens but allows the request, and ENFORCE rejects it.',
    { values: ['OFF', 'DETECT', 'ENFORCE'] },
  ),
  'platform.product-api.internal-auth.exempt-paths': property(
    'List<String>',
    '/internal/claims-enrichment',
    'Path prefixes below /internal that are exempt from the verification of service tokens. A prefix consists of complete path segments.',
    { check: internalPath },
  ),
  ...channel('platform.product-api.internal-auth.cluster', {
    audience: 'product-api',
    allowedSub: serviceAccount('[a-z0-9-]+'),
    enabled: true,
  }),
};
