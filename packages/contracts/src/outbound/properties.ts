import { checks, property } from '../configuration/property.ts';

const day = 86_400_000;
const testWindow = (ms: number) => (ms >= 1000 ? undefined : 'must be at least 1 s');

/** Properties of outbound. */
export const outboundProperties = {
  'platform.outbound.http-port': property('Int', '8086', 'Port of the REST API.'),
  'platform.outbound.admin-port': property(
    'Int',
    '9086',
    'Port of the metrics and health endpoints.',
  ),
  'platform.outbound.grpc-port': property('Int', '9186', 'Port of the gRPC server.'),
  'platform.hooks.test-delivery.rate-limit.limit': property(
    'Long',
    '10',
    'Maximum number of test deliveries per tenant and window (`POST /api/v1/hooks/{id}/test`). 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.hooks.test-delivery.rate-limit.window': property(
    'Duration',
    '1m',
    'Length of the fixed window for test deliveries.',
    {
      check: testWindow,
    },
  ),
  'platform.webhooks.enabled': property(
    'Boolean',
    'true',
    'Whether webhooks are on. If false, their operations return 404 and nothing is delivered, but events are still stored.',
  ),
  'platform.webhooks.delivery.guarantee': property(
    'Mode',
    'at-least-once',
    'Maximum number of attempts per delivery.',
    { values: ['at-least-once', 'at-most-once'] },
  ),
  'platform.webhooks.delivery.event-types': property(
    'Set<String>',
    '*',
    'Event types that can be delivered.',
  ),
  'platform.webhooks.delivery.retry-schedule': property(
    'List<Duration>',
    '5s,5m,30m,2h,5h,10h,14h,20h,24h',
    'Delays between attempts. If empty, each delivery is attempted once.',
  ),
  'platform.webhooks.delivery.max-age': property(
    'Duration',
    '4d',
    'Maximum age of a delivery. Must be greater than 1.2 times the sum of the retry schedule and less than `events.retention`.',
    { check: checks.positive },
  ),
  'platform.webhooks.delivery.max-in-flight': property(
    'Int',
    '256',
    'Maximum number of concurrent attempts per pod.',
    { check: checks.positive },
  ),
  'platform.webhooks.delivery.max-in-flight-per-tenant': property(
    'Int',
    '32',
    'Maximum number of concurrent attempts per tenant and pod. The same number of attempts that take 5 s or longer is allowed in addition.',
    { check: checks.positive },
  ),
  'platform.webhooks.delivery.max-in-flight-per-endpoint': property(
    'Int',
    '4',
    'Maximum number of concurrent attempts per endpoint and pod.',
    { check: checks.positive },
  ),
  'platform.webhooks.delivery.max-rate-per-endpoint': property(
    'Int',
    '50',
    'Maximum number of attempts per second and endpoint.',
    { check: checks.positive },
  ),
  'platform.webhooks.delivery.response-capture-bytes': property(
    'Int',
    '4096',
    'Maximum number of response bytes stored with an attempt. 0 stores none.',
    { check: checks.notNegative },
  ),
  'platform.webhooks.attempts-retention': property(
    'Duration',
    '30d',
    'How long attempts are kept.',
    { check: checks.positive },
  ),
  'platform.webhooks.circuit.failures': property(
    'Int',
    '5',
    "Number of consecutive failures that opens an endpoint's circuit breaker. 0 turns circuit breakers off.",
    { check: checks.notNegative },
  ),
  'platform.webhooks.circuit.open-min': property(
    'Duration',
    '30s',
    'How long a circuit breaker stays open the first time.',
    { check: checks.positive },
  ),
  'platform.webhooks.circuit.open-max': property(
    'Duration',
    '30m',
    'Maximum time that a circuit breaker stays open.',
    { check: checks.positive },
  ),
  'platform.webhooks.auto-disable.after': property(
    'Duration',
    '5d',
    'How long an endpoint may go without a successful delivery before it is disabled. 0 means never.',
    { check: checks.notNegative },
  ),
  'platform.webhooks.auto-disable.warn-after': property(
    'Duration',
    '1h',
    'How long an endpoint may fail before `webhook.endpoint_failing` is emitted.',
    { check: checks.notNegative },
  ),
  'platform.webhooks.max-endpoints-per-tenant': property(
    'Int',
    '50',
    'Maximum number of endpoints per tenant.',
    {
      check: checks.positive,
    },
  ),
  'platform.webhooks.allow-insecure-http': property(
    'Boolean',
    'false',
    'Whether to accept http URLs. For development only; logs a warning at startup.',
  ),
  'platform.webhooks.origin': property(
    'String',
    '',
    'Origin to send in the consent handshake. If empty, the platform domain without its leading dot.',
  ),
  'platform.webhooks.source-addresses': property(
    'List<String>',
    '',
    'Static egress IP addresses of the platform, shown to receivers.',
  ),
  'platform.webhooks.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Exact host names that webhooks and hooks may call even though they do not resolve to public addresses.',
    { check: checks.exactHosts },
  ),
  'platform.webhook-claims.timeout': property(
    'Duration',
    '2s',
    'Maximum total time to resolve claims from all endpoints.',
    { check: checks.between(100, 30_000) },
  ),
  'platform.webhook-claims.cache-max-entries': property(
    'Int',
    '10000',
    'Maximum number of cached claim responses per pod. 0 turns the cache off.',
    { check: checks.notNegative },
  ),
  'platform.siem.enabled': property(
    'Boolean',
    'true',
    'Whether SIEM sinks are on. If false, their operations return 404 and nothing is streamed.',
  ),
  'platform.siem.max-sinks-per-tenant': property(
    'Int',
    '10',
    'Maximum number of sinks per tenant.',
    {
      check: checks.positive,
    },
  ),
  'platform.siem.audit-retention': property(
    'Duration',
    '14d',
    'How long audit records are kept for sinks that lag behind.',
    { check: (ms: number) => (ms >= day ? undefined : 'must be at least 1 d') },
  ),
  'platform.siem.syslog.enterprise-id': property(
    'Int',
    '32473',
    'Private enterprise number to use in the structured data of syslog messages (RFC 5424 §7.2.2).',
    { check: checks.positive },
  ),
  'platform.events.retention': property('Duration', '90d', 'How long events are kept.', {
    check: (ms: number) => (ms >= 7 * day ? undefined : 'must be at least 7 d'),
  }),
  'platform.events.long-poll.max-wait': property(
    'Duration',
    '30s',
    'Maximum time that a poll waits for events.',
    {
      check: checks.between(0, 30_000),
    },
  ),
  'platform.events.long-poll.max-waiters-per-tenant': property(
    'Int',
    '20',
    'Maximum number of waiting polls per tenant. Additional polls return immediately.',
    { check: checks.notNegative },
  ),
};
