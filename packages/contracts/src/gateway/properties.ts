import { channel, serviceAccount } from '../configuration/channels.ts';
import { checks, property } from '../configuration/property.ts';
import type { Property } from '../configuration/property.ts';
import { builtContexts, services } from '../services.ts';
import type { BuiltContext } from '../services.ts';

const internalPath = (paths: readonly string[]) => {
  const bad = paths.find((p) => !p.startsWith('/internal/'));
  return bad === undefined ? undefined : `"${bad}" does not lie under /internal/`;
};

const contactForm = /^(mailto:[^@\s]+@[^@\s]+|tel:\+[\d-]+|https:\/\/[^\s]+)$/;

const contacts = (values: readonly string[]) => {
  const bad = values.find((value) => !contactForm.test(value));
  return bad === undefined ? undefined : `"${bad}" must begin with mailto:, tel:+ or https://`;
};

/** The property that holds the HTTP address of a context. */
export type ServiceUrlPropertyName = `platform.gateway.services.${BuiltContext}.url`;

const serviceUrlProperties = Object.fromEntries(
  builtContexts.map((name) => [
    `platform.gateway.services.${name}.url`,
    property('String', `http://${name}:${services[name].ports.http}`, `HTTP address of ${name}.`, {
      check: checks.url,
    }),
  ]),
) as Record<ServiceUrlPropertyName, Property<'String'>>;

/** Properties of the gateway. */
export const gatewayProperties = {
  'platform.gateway.http-port': property('Int', '8082', 'Port of the API.'),
  'platform.gateway.admin-port': property('Int', '9082', 'Port of metrics and health.'),
  'platform.gateway.public-base-url': property(
    'String',
    'http://localhost:8082',
    'How callers reach the gateway.',
    { check: checks.url },
  ),
  'platform.gateway.security-contacts': property(
    'List<String>',
    '',
    'Where vulnerabilities are reported: `mailto:`, `tel:` or `https:` addresses, the preferred one first, for `/.well-known/security.txt` (RFC 9116). Empty: that answers 404.',
    { check: contacts },
  ),
  'platform.gateway.trusted-proxies': property(
    'Set<String>',
    '',
    'CIDRs whose X-Forwarded-For is believed.',
  ),
  ...serviceUrlProperties,
  'platform.gateway.body.max-bytes': property(
    'Int',
    '1048576',
    'Largest JSON body, unless the operation says otherwise.',
    { check: checks.positive },
  ),
  'platform.gateway.timeout-connect': property('Duration', '1s', 'Connect time-out to a service.', {
    check: checks.positive,
  }),
  'platform.gateway.timeout-first-byte': property(
    'Duration',
    '10s',
    "Time to the first byte of a service's answer.",
    { check: checks.positive },
  ),
  'platform.gateway.timeout-idle': property(
    'Duration',
    '30s',
    'Longest pause of a service within an answer; what its caller does not read does not count.',
    { check: checks.positive },
  ),
  'platform.gateway.connection-max-age': property(
    'Duration',
    '5m',
    'Age at which a connection to a service takes no further request: new pods get their share.',
    { check: checks.positive },
  ),
  'platform.gateway.timeout-caller': property(
    'Duration',
    '10m',
    'Longest that a caller leaves an answer unread, and its connection without a byte; has to be longer than any answer is waited for.',
    { check: checks.positive },
  ),
  'platform.gateway.retry.budget-percent': property(
    'Int',
    '10',
    "Share of a service's requests in 10 s that may be repeated.",
    { check: checks.between(0, 100) },
  ),
  'platform.gateway.breaker.error-percent': property(
    'Int',
    '50',
    'Failing share that opens a breaker.',
    { check: checks.between(1, 100) },
  ),
  'platform.gateway.breaker.volume': property(
    'Int',
    '20',
    'Calls in the window before a breaker may open.',
    { check: checks.positive },
  ),
  'platform.gateway.breaker.window': property('Duration', '10s', 'Window of a breaker.', {
    check: checks.positive,
  }),
  'platform.gateway.breaker.open': property(
    'Duration',
    '5s',
    'How long a breaker stays open before a probe.',
    { check: checks.positive },
  ),
  'platform.gateway.max-in-flight': property('Int', '1000', 'Requests under way to one service.', {
    check: checks.positive,
  }),
  'platform.gateway.shutdown.delay': property(
    'Duration',
    '5s',
    'After SIGTERM: how long the gateway serves on, unready.',
    { check: checks.notNegative },
  ),
  'platform.gateway.shutdown.drain': property(
    'Duration',
    '25s',
    'Longest that requests under way may take after that.',
    { check: checks.notNegative },
  ),
  'platform.gateway.cors.allowed-origins': property(
    'Set<String>',
    '',
    'Exact origins that browsers may call from; empty: CORS is off.',
  ),
  'platform.gateway.internal.refuse-forwarded': property(
    'Boolean',
    'true',
    'Answer 404 on /internal and /admin to requests that came through a proxy.',
  ),
  'platform.gateway.ratelimit.enabled': property(
    'Boolean',
    'true',
    'Rate limiting of the management API.',
  ),
  'platform.gateway.ratelimit.tenant-requests-per-minute': property(
    'Long',
    '6000',
    'Per tenant that has no limit of its own; 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.client-requests-per-minute': property(
    'Long',
    '3000',
    'Per (tenant, client), unless the tenant has a limit of its own; 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.ip-requests-per-minute': property(
    'Long',
    '3000',
    'Per address (IPv6: its /64); 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.gateway.ratelimit.ip-failures-per-minute': property(
    'Long',
    '60',
    'Answers 401 per address; 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.product-api.internal-auth.mode': property(
    'Mode',
    'DETECT',
    'Service-token check on /internal: OFF looks at nothing; DETECT validates and logs, and always allows; ENFORCE refuses.',
    { values: ['OFF', 'DETECT', 'ENFORCE'] },
  ),
  'platform.product-api.internal-auth.exempt-paths': property(
    'List<String>',
    '/internal/claims-enrichment',
    '/internal path prefixes, by whole segments, that are never subject to the service-token check.',
    { check: internalPath },
  ),
  ...channel('platform.product-api.internal-auth.cluster', {
    audience: 'product-api',
    allowedSub: serviceAccount('[a-z0-9-]+'),
    enabled: true,
  }),
};
