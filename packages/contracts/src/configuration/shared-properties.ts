import { channel, serviceAccount } from './channels.ts';
import { peerProperties } from './peer-properties.ts';
import { checks, property } from './property.ts';

/** What every process reads: its stores, its neighbours, the issuer it trusts. */
export const sharedProperties = {
  'platform.hub.issuer': property('String', 'required', 'Platform issuer.', {
    check: checks.issuer,
  }),
  'platform.hub.platform-domain': property(
    'String',
    'required',
    'Tenant-subdomain suffix, leading dot included.',
    { check: checks.leadingDot },
  ),
  'platform.hub.in-cluster-jwks-uri': property(
    'String',
    'http://hub:8080/oauth2/jwks',
    'Key set for validating hub-issued tokens: the only source of keys.',
    { check: checks.url },
  ),
  'platform.hub.issuer-cache-ttl-millis': property(
    'Long',
    '60000',
    'TTL in milliseconds of cached tenant lookups by slug, both found and not found; 0 = no cache.',
    { check: checks.notNegative },
  ),
  'platform.hub.trust-test-issuers': property(
    'Boolean',
    'false',
    'Accept the issuers of tenants in test mode.',
  ),
  'platform.hub.enforce-tnt-iss-consistency': property(
    'Boolean',
    'false',
    'Reject tokens whose `tnt` is not the tenant of their `iss`. When false, mismatches are logged and counted.',
  ),

  'platform.database.url': property(
    'String',
    'required',
    "PostgreSQL of the platform (15 or later). The login role is a member of the service's `_app` and `_worker` roles.",
    { secret: true },
  ),
  'platform.database.migration-url': property(
    'String',
    '',
    'Connection as the owner of the schema. When set, the process migrates its schema at start.',
    { secret: true },
  ),
  'platform.database.ca-path': property(
    'String',
    '',
    "PEM file of the only authorities trusted for PostgreSQL's certificate; empty: the system's. Setting it verifies the server's name too.",
  ),
  'platform.database.max-connections': property('Int', '10', 'Connections of one pod.', {
    check: checks.between(2, 500),
  }),
  'platform.database.statement-timeout': property(
    'Duration',
    '15s',
    'Maximum duration of a SQL statement of a request.',
    { check: checks.positive },
  ),
  'platform.nats.url': property(
    'String',
    'nats://nats:4222',
    'NATS servers, joined by commas; `user:password@` before the first host signs in at all of them.',
  ),
  'platform.nats.replicas': property(
    'Int',
    '3',
    'Replicas of streams and buckets; 1 on one machine.',
    { check: checks.between(1, 5) },
  ),
  'platform.nats.credentials-path': property('String', '', 'NATS credentials file; empty: none.'),
  'platform.nats.ca-path': property(
    'String',
    '',
    'PEM file of the only authorities trusted for the certificate of NATS. Setting it requires TLS.',
  ),

  'platform.secrets.encryption.keys': property(
    'Map<String, String>',
    'required',
    'Key id to base64 of 32 bytes. Old ids stay readable.',
    { secret: true },
  ),
  'platform.secrets.encryption.active-key-id': property(
    'String',
    'required',
    'Id of the key that new secrets are sealed with.',
  ),

  'platform.value-files.check-interval': property(
    'Duration',
    '30s',
    'How often the files that `PLATFORM_…_FILE` variables name are compared with what was read at the start. After a change the process ends gracefully, one pod at a time, to be started again. 0s: never.',
    { check: checks.notNegative },
  ),

  'platform.outbox.poll-interval': property(
    'Duration',
    '1s',
    'How often the relay polls for rows that it was not notified of.',
    { check: checks.positive },
  ),
  'platform.outbox.batch-size': property(
    'Int',
    '200',
    'Number of rows that a relay reads at once, per shard.',
    {
      check: checks.between(1, 1000),
    },
  ),
  'platform.outbox.retention': property(
    'Duration',
    '24h',
    'How long a published row is kept, so that it can be published again.',
    { check: checks.positive },
  ),

  'platform.outbound-http.allowed-networks': property(
    'Set<String>',
    '',
    "CIDRs that calls to tenants' addresses may reach although they are not public.",
  ),
  'platform.outbound-http.denied-networks': property(
    'Set<String>',
    '',
    "CIDRs that calls to tenants' addresses must never reach.",
  ),
  'platform.outbound-http.proxy-url': property(
    'String',
    '',
    'Egress proxy, used with CONNECT. Addresses are still checked.',
    { check: checks.url },
  ),
  'platform.outbound-http.extra-ca-path': property(
    'String',
    '',
    "PEM bundle trusted besides the system's.",
  ),

  'platform.rpc.token-directory': property(
    'String',
    '/var/run/secrets/tokens',
    'Directory with the projected tokens of this process, one file per audience.',
  ),
  ...peerProperties,
  'platform.rpc.reflection': property(
    'Boolean',
    'false',
    'Answer gRPC server reflection, so that tools such as grpcurl list the methods. For development: callers need no token for it.',
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
    'Service accounts whose tokens the API server must confirm at each call (TokenReview), `platform-operator` above all: a token of theirs then ends with its pod or account. The services need the right to create token reviews. Empty: the signature decides.',
  ),
  'platform.rpc.service-identity.token-review.url': property(
    'String',
    'https://kubernetes.default.svc/apis/authentication.k8s.io/v1/tokenreviews',
    'Where token reviews are created.',
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
    'Address that the process listens on with all of its ports, such as `127.0.0.1`; empty: all addresses.',
    { check: checks.address },
  ),
  'platform.log.level': property('Mode', 'info', 'Least severe level that is logged.', {
    values: ['debug', 'info', 'warn', 'error', 'silent'],
  }),
  'platform.log.access-lines-per-second': property(
    'Int',
    '50',
    'Successful requests of one operation for which a service writes an access line each second. The others are counted: the next line of the operation says in `skipped` how many were left out. Failed and slow requests are always written. 0: no limit.',
    { check: checks.notNegative },
  ),
  'platform.build.revision': property(
    'String',
    '',
    'Revision of the source that this build was made from, which `platform_build_info` shows. The image sets it.',
  ),
  'platform.tracing.endpoint': property(
    'String',
    '',
    'Base URL of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://otel-collector:4318`. Empty: no tracing.',
    { check: checks.url },
  ),
  'platform.tracing.headers': property(
    'Map<String, String>',
    '',
    'Headers of every export, for collectors that require a credential.',
    { secret: true },
  ),
  'platform.tracing.sample-percent': property(
    'Int',
    '10',
    'Share of traces that are recorded, in percent. The trace id decides, so give every process the same value.',
    { check: checks.between(0, 100) },
  ),
  'platform.shutdown.delay': property(
    'Duration',
    '5s',
    'How long a process keeps serving after SIGTERM, while it is not ready and load balancers remove it.',
    { check: checks.notNegative },
  ),
  'platform.shutdown.drain': property(
    'Duration',
    '25s',
    'Maximum time that requests in progress may take after that.',
    { check: checks.notNegative },
  ),
};
