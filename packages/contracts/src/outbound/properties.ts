import { checks, property } from '../configuration/property.ts';

const day = 86_400_000;
const testWindow = (ms: number) => (ms >= 1000 ? undefined : 'must be at least 1 s');

/** Properties of outbound. */
export const outboundProperties = {
  'platform.outbound.http-port': property('Int', '8086', 'Port of the operations.'),
  'platform.outbound.admin-port': property('Int', '9086', 'Port of metrics and health.'),
  'platform.outbound.grpc-port': property('Int', '9186', 'Port of gRPC.'),
  'platform.hooks.test-delivery.rate-limit.limit': property(
    'Long',
    '10',
    'Maximum test deliveries per tenant within the window (`POST /api/v1/hooks/{id}/test`); 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.hooks.test-delivery.rate-limit.window': property('Duration', '1m', 'Fixed window.', {
    check: testWindow,
  }),
  'platform.webhooks.enabled': property(
    'Boolean',
    'true',
    'When false, the operations return 404 and nothing is delivered; events are still stored.',
  ),
  'platform.webhooks.delivery.guarantee': property(
    'Mode',
    'at-least-once',
    'How often a delivery may be tried.',
    { values: ['at-least-once', 'at-most-once'] },
  ),
  'platform.webhooks.delivery.event-types': property(
    'Set<String>',
    '*',
    'Event types that are delivered.',
  ),
  'platform.webhooks.delivery.retry-schedule': property(
    'List<Duration>',
    '5s,5m,30m,2h,5h,10h,14h,20h,24h',
    'Delays between attempts; empty = a single attempt.',
  ),
  'platform.webhooks.delivery.max-age': property(
    'Duration',
    '4d',
    'Maximum age of a delivery. Must exceed 1.2 times the sum of the retry schedule and stay below events.retention.',
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
    'Maximum number of concurrent attempts per tenant and pod. Attempts that take 5 s or more allow as many again.',
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
    'Number of bytes of the response that are stored with an attempt; 0 = none.',
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
    "Consecutive failures that open an endpoint's circuit; 0: no circuit.",
    { check: checks.notNegative },
  ),
  'platform.webhooks.circuit.open-min': property(
    'Duration',
    '30s',
    'First time a circuit stays open.',
    { check: checks.positive },
  ),
  'platform.webhooks.circuit.open-max': property(
    'Duration',
    '30m',
    'Longest time a circuit stays open.',
    { check: checks.positive },
  ),
  'platform.webhooks.auto-disable.after': property(
    'Duration',
    '5d',
    'How long an endpoint may go without a success before it is disabled; 0 = never disabled.',
    { check: checks.notNegative },
  ),
  'platform.webhooks.auto-disable.warn-after': property(
    'Duration',
    '1h',
    'How long an endpoint may fail before webhook.endpoint_failing is emitted.',
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
    'Accept http URLs. For development only; logs a warning at start.',
  ),
  'platform.webhooks.origin': property(
    'String',
    '',
    'Origin of the consent handshake; empty: the platform domain without its dot.',
  ),
  'platform.webhooks.source-addresses': property(
    'List<String>',
    '',
    'Fixed egress addresses of the operator, shown to receivers.',
  ),
  'platform.webhooks.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Exact host names that webhooks and hooks may reach although they are not public.',
    { check: checks.exactHosts },
  ),
  'platform.webhook-claims.timeout': property(
    'Duration',
    '2s',
    'Maximum time to resolve claims from all endpoints together.',
    { check: checks.between(100, 30_000) },
  ),
  'platform.webhook-claims.cache-max-entries': property(
    'Int',
    '10000',
    'Number of cached claim responses per pod; 0 = no cache.',
    { check: checks.notNegative },
  ),
  'platform.siem.enabled': property(
    'Boolean',
    'true',
    'When false, the operations return 404 and nothing is streamed.',
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
    'Private enterprise number in the structured data of syslog messages (RFC 5424 §7.2.2).',
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
    'Maximum number of waiting polls per tenant; further polls return immediately.',
    { check: checks.notNegative },
  ),
};
