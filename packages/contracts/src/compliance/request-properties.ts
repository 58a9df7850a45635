import { checks, property } from '../configuration/property.ts';

const cronFields = (expression: string): string | undefined =>
  expression === '-' || /^\S+( \S+){5}$/.test(expression)
    ? undefined
    : 'must have six cron fields, beginning with seconds, or be "-"';

const erasure = {
  'platform.erasure.grace-window': property(
    'Duration',
    '7d',
    'Time between deactivation and erasure during which a request can be cancelled.',
    { check: checks.notNegative },
  ),
  'platform.erasure.max-hold-window': property(
    'Duration',
    '90d',
    'How long a request may be held before it becomes DEFERRED and is escalated.',
    { check: checks.positive },
  ),
  'platform.erasure.lock-ttl': property(
    'Duration',
    '60s',
    'How long a worker can hold a request without a heartbeat before another worker takes over.',
    { check: checks.between(10_000, 3_600_000) },
  ),
  'platform.erasure.sweep-cron': property(
    'String',
    '0 11 * * * *',
    'When open requests are processed: a cron expression with six fields, in UTC. "-" turns processing off.',
    { check: cronFields },
  ),
  'platform.erasure.veto-callback-timeout': property(
    'Duration',
    '5s',
    'Maximum time that a veto client may take to respond.',
    { check: checks.between(100, 30_000) },
  ),
  'platform.erasure.peer-timeout': property(
    'Duration',
    '10s',
    'Maximum time that a service may take for its part of an erasure.',
    { check: checks.positive },
  ),
  'platform.erasure.tombstone-retention': property(
    'Duration',
    '1825d',
    'How long a completed request, its certificate and the hashes of identifiers are kept.',
    { check: checks.positive },
  ),
  'platform.erasure.stalled-after': property(
    'Duration',
    '24h',
    'How long an erasure may take before it is considered stalled.',
    { check: checks.positive },
  ),
  'platform.erasure.escalation-interval': property(
    'Duration',
    '7d',
    'Time between two reminders of a DEFERRED request.',
    { check: checks.positive },
  ),
};

const peerUrl = (byDefault: string, peer: string) =>
  property(
    'String',
    byDefault,
    `URL at which access requests call ${peer}. If empty, it is not called.`,
    {
      check: (url) =>
        url === '' || /^https?:\/\//.test(url) ? checks.url(url) : 'must be an http or https URL',
    },
  );

const accessRequests = {
  'platform.dsar.object-store.bucket': property(
    'String',
    '',
    'Bucket that stores the files of access requests. If empty, a local folder is used.',
  ),
  'platform.dsar.object-store.region': property('String', '', 'Region of the bucket.'),
  'platform.dsar.object-store.endpoint': property(
    'String',
    '',
    'URL of an S3-compatible server. If empty, AWS is used.',
    { check: checks.url },
  ),
  'platform.dsar.object-store.key-prefix': property(
    'String',
    'dsar',
    'Prefix of every object key.',
  ),
  'platform.dsar.local.base-dir': property(
    'String',
    '',
    "Local folder for the files. If empty, `platform-dsar` in the system's temporary directory.",
  ),
  'platform.dsar.fanout.hub-base-url': peerUrl('http://localhost:8080', 'the hub'),
  'platform.dsar.fanout.identity-service-base-url': peerUrl(
    'http://localhost:8081',
    'the identity service',
  ),
  'platform.dsar.fanout.product-api-base-url': peerUrl('http://localhost:8082', 'the gateway'),
  'platform.dsar.fanout.timeout': property(
    'Duration',
    '30s',
    "Maximum time between two chunks of a service's response to an access request.",
    { check: checks.positive },
  ),
  'platform.dsar.fanout.max-attempts': property(
    'Int',
    '5',
    'Maximum number of attempts per service before its part fails.',
    { check: checks.between(1, 20) },
  ),
  'platform.dsar.fanout.max-part-bytes': property(
    'Long',
    '52428800',
    'Maximum size of the response of one service.',
    { check: checks.positive },
  ),
  'platform.dsar.bundle-ttl': property(
    'Duration',
    '7d',
    'How long the collected data remains available for download.',
    { check: checks.positive },
  ),
  'platform.dsar.max-active-per-tenant': property(
    'Int',
    '5',
    'Maximum number of access requests per tenant that are processed concurrently.',
    { check: checks.positive },
  ),
};

/** Properties of erasure and access requests. */
export const requestProperties = {
  ...erasure,
  ...accessRequests,
  'platform.compliance.egress.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names that veto clients may use even though they do not resolve to public addresses.',
    { check: checks.exactHosts },
  ),
};
