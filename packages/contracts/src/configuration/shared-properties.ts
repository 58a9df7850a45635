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
  'platform.rpc.service-identity.max-token-lifetime': property(
    'Duration',
    '1h',
    'Longest lifetime (`exp` minus `iat`) of a service-account token that one service accepts from another. A token stays valid after its pod or account is deleted, so keep it short.',
    { check: checks.between(600_000, 86_400_000) },
  ),
  ...channel('platform.rpc.service-identity.cluster', {
    audience: '',
    allowedSub: serviceAccount('[a-z0-9-]+'),
    enabled: true,
  }),

  'platform.log.level': property('Mode', 'info', 'Least severe level that is logged.', {
    values: ['debug', 'info', 'warn', 'error', 'silent'],
  }),
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
