import { checks, property } from '../configuration/property.ts';
import { consumerDomains } from './consumer-domains.ts';
import { migrationProperties } from './migration-properties.ts';

const dnsLabel = (value: string): string | undefined =>
  /^_?[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/.test(value) ? undefined : 'must be a DNS label';

/** Properties of the directory. */
export const directoryProperties = {
  ...migrationProperties,
  'platform.directory.http-port': property('Int', '8085', 'Port of the REST API.'),
  'platform.directory.admin-port': property(
    'Int',
    '9085',
    'Port of the metrics and health endpoints.',
  ),
  'platform.directory.grpc-port': property('Int', '9185', 'Port of the gRPC server.'),
  'platform.directory.limits.max-users-per-tenant': property(
    'Long',
    '0',
    'Maximum number of users per tenant. The counter is updated every minute. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.directory.limits.max-metadata-bytes': property(
    'Int',
    '32768',
    'Maximum size of the serialized `metadata` of a resource, in bytes.',
    { check: checks.between(2, 262144) },
  ),
  'platform.organizations.invitation.ttl': property(
    'Duration',
    '7d',
    'How long an invitation can be accepted if it does not set its own lifetime.',
    { check: checks.positive },
  ),
  'platform.organizations.domains.record-label': property(
    'String',
    '_platform-verification',
    'Label of the TXT record that proves control of a domain.',
    { check: dnsLabel },
  ),
  'platform.organizations.domains.pending-ttl': property(
    'Duration',
    '30d',
    'How long a domain may stay unverified before it fails.',
    { check: checks.positive },
  ),
  'platform.organizations.domains.lapse-after': property(
    'Duration',
    '72h',
    'How long the record of a verified domain must be missing before the domain lapses.',
    { check: checks.notNegative },
  ),
  'platform.organizations.domains.release-after': property(
    'Duration',
    '30d',
    'How long a lapsed domain stays reserved for its organization.',
    { check: checks.positive },
  ),
  'platform.organizations.domains.resolvers': property(
    'List<String>',
    '',
    "DNS servers, as `address` or `address:port`. All servers that respond must agree. If empty, the system's servers are used.",
  ),
  'platform.organizations.domains.blocked': property(
    'Set<String>',
    consumerDomains.join(','),
    'E-mail domains that no organization can claim. Replaces the built-in list.',
  ),
  'platform.attribute-schema.max-definitions': property(
    'Int',
    '200',
    'Maximum number of attribute definitions per tenant and entity kind.',
    { check: checks.between(1, 10_000) },
  ),
  'platform.scim.public-base-url': property(
    'String',
    '',
    'Origin at which SCIM clients reach the gateway. Used in `scimBaseUrl`. If empty, `platform.gateway.public-base-url`.',
    { check: checks.url },
  ),
  'platform.scim.requests-per-minute-per-directory': property(
    'Int',
    '3000',
    'Maximum number of SCIM requests per directory and minute. 0 means no limit.',
    { check: checks.notNegative },
  ),
  'platform.scim.bearer.default-ttl': property(
    'Duration',
    '365d',
    'Default lifetime of a SCIM bearer.',
    { check: checks.positive },
  ),
  'platform.scim.bearer.max-ttl': property(
    'Duration',
    '730d',
    'Maximum lifetime of a SCIM bearer.',
    {
      check: checks.positive,
    },
  ),
  'platform.scim.bearer.default-overlap': property(
    'Duration',
    '24h',
    'How long a SCIM bearer stays valid after it has been rotated.',
    { check: checks.notNegative },
  ),
  'platform.federation.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names that connection tests, probes and syncs may call even though they resolve to internal addresses.',
    { check: checks.exactHosts },
  ),
  'platform.federation.test.total-timeout': property(
    'Duration',
    '25s',
    'Maximum duration of a connection test.',
    { check: checks.positive },
  ),
  'platform.federation.test.step-timeout': property(
    'Duration',
    '8s',
    'Maximum duration of one step of a connection test.',
    { check: checks.positive },
  ),
  'platform.federation.test.per-tenant-per-minute': property(
    'Int',
    '30',
    'Maximum number of connection tests and probes per tenant and minute.',
    { check: checks.positive },
  ),
  'platform.federation.workspace.token-url': property(
    'String',
    'https://oauth2.googleapis.com/token',
    "URL of Google's token endpoint.",
    { check: checks.url },
  ),
  'platform.federation.workspace.api-base-url': property(
    'String',
    'https://admin.googleapis.com',
    "Base URL of Google's Admin SDK.",
    { check: checks.url },
  ),
  'platform.federation.cloud-directory.authority-base-urls': property(
    'Map<String, String>',
    JSON.stringify({
      global: 'https://login.microsoftonline.com',
      us_gov_l4: 'https://login.microsoftonline.us',
      us_gov_dod: 'https://login.microsoftonline.us',
      china: 'https://login.chinacloudapi.cn',
    }),
    'Base URL of Microsoft Entra ID, by cloud. The keys are the values of `cloud`.',
  ),
  'platform.federation.cloud-directory.graph-base-urls': property(
    'Map<String, String>',
    JSON.stringify({
      global: 'https://graph.microsoft.com',
      us_gov_l4: 'https://graph.microsoft.us',
      us_gov_dod: 'https://dod-graph.microsoft.us',
      china: 'https://microsoftgraph.chinacloudapi.cn',
    }),
    'Base URL of Microsoft Graph, by cloud.',
  ),
  'platform.directory.sync.interval': property(
    'Duration',
    '1h',
    'How often directories are synchronized unless they set their own interval.',
    { check: checks.positive },
  ),
  'platform.directory.sync.max-deactivation-percent': property(
    'Int',
    '10',
    'A sync is halted, and changes nothing, if it would remove more than this percentage of the users, groups or memberships of the directory.',
    { check: checks.between(0, 100) },
  ),
  'platform.directory.sync.max-deactivation-min': property(
    'Int',
    '20',
    'Number of users, of groups and of memberships that one sync can always remove, regardless of the percentage.',
    { check: checks.notNegative },
  ),
};
