import { channel, serviceAccount } from './channels.ts';
import { peerProperties } from './peer-properties.ts';
import { checks, property } from './property.ts';

/** Properties that every process reads: its stores, its siblings, the issuer that it trusts. */
export const sharedProperties = {
  'platform.hub.issuer': property(
    'String',
    'required',
    'Issuer of the platform (default) tenant.',
    {
      check: checks.issuer,
    },
  ),
  'platform.hub.platform-domain': property(
    'String',
    'required',
    'Suffix of tenant subdomains, including the leading dot.',
    { check: checks.leadingDot },
  ),
  'platform.hub.in-cluster-jwks-uri': property(
    'String',
    'http://hub:8080/oauth2/jwks',
    'URL of the key set that verifies tokens issued by the hub. Keys from other sources are never used.',
    { check: checks.url },
  ),
  'platform.hub.issuer-cache-ttl-millis': property(
    'Long',
    '60000',
    'How long tenant lookups by slug are cached, in milliseconds, including those that found nothing. 0 turns the cache off.',
    { check: checks.notNegative },
  ),
  'platform.hub.trust-test-issuers': property(
    'Boolean',
    'false',
    'Whether to accept the issuers of tenants in test mode.',
  ),
  'platform.hub.enforce-tnt-iss-consistency': property(
    'Boolean',
    'false',
    'Whether to reject tokens whose `tnt` claim is not the tenant of their issuer. When false, mismatches are only logged and counted.',
  ),

  'platform.database.url': property(
    'String',
    'required',
    "Connection URL of PostgreSQL 15 or later. The login role must be a member of the service's `_app` and `_worker` roles. With several hosts (`db-1:5432,db-2:5432`) or `target_session_attrs=read-write`, only the server that accepts writes is used.",
    { secret: true },
  ),
  'platform.database.migration-url': property(
    'String',
    '',
    'Connection URL for the owner of the schema. If set, the process migrates its schema at startup.',
    { secret: true },
  ),
  'platform.database.read-url': property(
    'String',
    '',
    'Connection URL of a streaming standby, or of a service in front of several. Lists and analytics are read there, once it has replayed what was committed before the request; if it is more than 100 ms behind, or unavailable, they are read from the primary.',
    { secret: true },
  ),
  'platform.database.ca-path': property(
    'String',
    '',
    "PEM file with the only certificate authorities trusted for PostgreSQL. Setting it also turns on verification of the server's host name. If empty, the system's authorities are trusted.",
  ),
  'platform.database.max-connections': property(
    'Int',
    '10',
    'Maximum number of connections per pod.',
    {
      check: checks.between(2, 500),
    },
  ),
  'platform.database.statement-timeout': property(
    'Duration',
    '15s',
    'Maximum duration of an SQL statement that serves a request.',
    { check: checks.positive },
  ),
  'platform.database.connection-timeout': property(
    'Duration',
    '5s',
    'Maximum time that a request waits for a free database connection.',
    { check: checks.positive },
  ),
  'platform.nats.url': property(
    'String',
    'nats://nats:4222',
    'Comma-separated NATS servers. `user:password@` before the first host applies to all of them.',
  ),
  'platform.nats.replicas': property(
    'Int',
    '3',
    'Number of replicas of streams and buckets. Use 1 for a single server. At startup, existing streams and buckets are moved to this number in place, so set the same value for every process.',
    { check: checks.between(1, 5) },
  ),
  'platform.nats.credentials-path': property(
    'String',
    '',
    'NATS credentials file. If empty, no credentials are used.',
  ),
  'platform.nats.ca-path': property(
    'String',
    '',
    'PEM file with the only certificate authorities trusted for NATS. Setting it makes TLS mandatory.',
  ),

  'platform.secrets.encryption.keys': property(
    'Map<String, String>',
    'required',
    'Encryption keys by key id: 32 bytes each, in base64. Keep old keys as long as values are encrypted with them.',
    { secret: true },
  ),
  'platform.secrets.encryption.active-key-id': property(
    'String',
    'required',
    'Id of the key that encrypts new secrets.',
  ),

  'platform.value-files.check-interval': property(
    'Duration',
    '30s',
    'How often the files that `PLATFORM_…_FILE` variables name are checked for changes. After a change, the process shuts down gracefully, one pod at a time, so that it is restarted with the new values. 0s turns the check off.',
    { check: checks.notNegative },
  ),

  'platform.outbox.poll-interval': property(
    'Duration',
    '5s',
    'How often the relay polls for rows that it was not notified of.',
    { check: checks.positive },
  ),
  'platform.outbox.batch-size': property(
    'Int',
    '500',
    'Number of rows that a relay reads at a time, per shard.',
    {
      check: checks.between(1, 1000),
    },
  ),
  'platform.outbox.retention': property(
    'Duration',
    '24h',
    'How long a published row is kept so that it can be republished.',
    { check: checks.positive },
  ),

  'platform.outbound-http.allowed-networks': property(
    'Set<String>',
    '',
    'CIDR ranges that calls to tenant-configured URLs may reach even though they are not public.',
  ),
  'platform.outbound-http.denied-networks': property(
    'Set<String>',
    '',
    'CIDR ranges that calls to tenant-configured URLs must never reach.',
  ),
  'platform.outbound-http.proxy-url': property(
    'String',
    '',
    'URL of an egress proxy, used with CONNECT. Addresses are still checked.',
    { check: checks.url },
  ),
  'platform.outbound-http.extra-ca-path': property(
    'String',
    '',
    "PEM bundle of certificate authorities to trust in addition to the system's.",
  ),

  'platform.rpc.token-directory': property(
    'String',
    '/var/run/secrets/tokens',
    'Directory that contains the projected tokens of this process, one file per audience.',
  ),
  ...peerProperties,
  'platform.rpc.deadline-factor': property(
    'Int',
    '1',
    'Factor by which the deadlines of calls between services are multiplied, for machines that are much slower than usual.',
    { check: checks.between(1, 100) },
  ),
  'platform.rpc.reflection': property(
    'Boolean',
    'false',
    'Whether to serve gRPC server reflection, so that tools such as grpcurl can list the methods. Callers need no token for it, so use it only for development.',
  ),
  'platform.rpc.service-identity.max-token-lifetime': property(
    'Duration',
    '1h',
    'Longest lifetime (`exp` minus `iat`) of a service-account token that one service accepts from another. A token stays valid after its pod or account is deleted, so keep it short.',
    { check: checks.between(600_000, 86_400_000) },
  ),
  'platform.rpc.service-identity.token-review.accounts': property(
    'Set<String>',
    '',
    'Service accounts whose tokens are confirmed with the Kubernetes API server (TokenReview) on every call, so that a token becomes invalid together with its pod or account. Recommended for `platform-operator`. The services need permission to create token reviews. If empty, only signatures are verified.',
  ),
  'platform.rpc.service-identity.token-review.url': property(
    'String',
    'https://kubernetes.default.svc/apis/authentication.k8s.io/v1/tokenreviews',
    'URL at which token reviews are created.',
    { check: checks.url },
  ),
  ...channel('platform.rpc.service-identity.cluster', {
    audience: '',
    allowedSub: serviceAccount('[a-z0-9-]+'),
    enabled: true,
  }),

  'platform.listen-address': property(
    'String',
    '',
    'Address on which all ports of the process listen, such as `127.0.0.1`. If empty, they listen on all addresses.',
    { check: checks.address },
  ),
  'platform.log.level': property('Mode', 'info', 'Minimum level of log messages.', {
    values: ['debug', 'info', 'warn', 'error', 'silent'],
  }),
  'platform.log.access-lines-per-second': property(
    'Int',
    '50',
    "Maximum number of access log lines per second that a service writes for successful requests of one operation. The `skipped` field of the operation's next line counts the requests that were left out. Failed and slow requests are always logged. 0 means no limit.",
    { check: checks.notNegative },
  ),
  'platform.build.revision': property(
    'String',
    '',
    'Source revision of this build, reported by `platform_build_info`. Set in the container image.',
  ),
  'platform.tracing.endpoint': property(
    'String',
    '',
    'Base URL of an OpenTelemetry collector that accepts OTLP over HTTP, such as `http://otel-collector:4318`. If empty, tracing is off.',
    { check: checks.url },
  ),
  'platform.tracing.headers': property(
    'Map<String, String>',
    '',
    'Headers to send with every export, for collectors that require a credential.',
    { secret: true },
  ),
  'platform.tracing.sample-percent': property(
    'Int',
    '10',
    'Percentage of traces to record. Sampling is based on the trace id, so use the same value for every process.',
    { check: checks.between(0, 100) },
  ),
  'platform.shutdown.delay': property(
    'Duration',
    '5s',
    'How long a process keeps serving after SIGTERM while it reports not ready and load balancers remove it.',
    { check: checks.notNegative },
  ),
  'platform.shutdown.drain': property(
    'Duration',
    '25s',
    'Maximum time that requests in progress may take after `drain-delay`.',
    { check: checks.notNegative },
  ),
};
