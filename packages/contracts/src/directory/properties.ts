import { checks, property } from '../configuration/property.ts';
import { consumerDomains } from './consumer-domains.ts';
import { migrationProperties } from './migration-properties.ts';

const dnsLabel = (value: string): string | undefined =>
  /^_?[a-z0-9]([a-z0-9-]{0,60}[a-z0-9])?$/.test(value) ? undefined : 'must be a DNS label';

/** Properties of directory. */
export const directoryProperties = {
  ...migrationProperties,
  'platform.directory.http-port': property('Int', '8085', 'Port of the operations.'),
  'platform.directory.admin-port': property('Int', '9085', 'Port of metrics and health.'),
  'platform.directory.grpc-port': property('Int', '9185', 'Port of gRPC.'),
  'platform.directory.limits.max-users-per-tenant': property(
    'Long',
    '0',
    'Users of a tenant; 0 = no limit. Judged against a counter refreshed each minute.',
    { check: checks.notNegative },
  ),
  'platform.directory.limits.max-metadata-bytes': property(
    'Int',
    '32768',
    'Serialized size of a metadata bag.',
    { check: checks.between(2, 262144) },
  ),
  'platform.organizations.invitation.ttl': property(
    'Duration',
    '7d',
    'How long an invitation can be accepted, where it does not say so itself.',
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
    'DNS servers, address or address:port; those that answer must agree. Empty = of the system.',
  ),
  'platform.organizations.domains.blocked': property(
    'Set<String>',
    consumerDomains.join(','),
    'Mail domains that no organization can claim. Replaces the built-in set.',
  ),
  'platform.attribute-schema.max-definitions': property(
    'Int',
    '200',
    'Attribute definitions of a tenant, of each kind.',
    { check: checks.between(1, 10_000) },
  ),
  'platform.scim.public-base-url': property(
    'String',
    'http://localhost:8082',
    'Origin of the gateway as SCIM clients reach it; part of `scimBaseUrl`.',
    { check: checks.url },
  ),
  'platform.scim.requests-per-minute-per-directory': property(
    'Int',
    '3000',
    'Requests of a SCIM client to its directory in a minute; 0 = no limit.',
    { check: checks.notNegative },
  ),
  'platform.scim.bearer.default-ttl': property(
    'Duration',
    '365d',
    'Lifetime of a SCIM bearer that is created without one.',
    { check: checks.positive },
  ),
  'platform.scim.bearer.max-ttl': property(
    'Duration',
    '730d',
    'Longest lifetime of a SCIM bearer.',
    {
      check: checks.positive,
    },
  ),
  'platform.scim.bearer.default-overlap': property(
    'Duration',
    '24h',
    'How long a rotated SCIM bearer still works.',
    { check: checks.notNegative },
  ),
  'platform.federation.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Hosts that connection tests, probes and syncs can call even though they resolve to internal addresses.',
    { check: checks.exactHosts },
  ),
  'platform.federation.test.total-timeout': property(
    'Duration',
    '25s',
    'Longest duration of a connection test.',
    { check: checks.positive },
  ),
  'platform.federation.test.step-timeout': property(
    'Duration',
    '8s',
    'Longest duration of one step of a connection test.',
    { check: checks.positive },
  ),
  'platform.federation.test.per-tenant-per-minute': property(
    'Int',
    '30',
    'Connection tests and probes of a tenant in a minute.',
    { check: checks.positive },
  ),
  'platform.federation.workspace.token-url': property(
    'String',
    'https://oauth2.googleapis.com/token',
    'Token endpoint of Google.',
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
    'Where tokens of Microsoft Entra ID are issued, by cloud. The names are the values of `cloud`.',
  ),
  'platform.federation.cloud-directory.graph-base-urls': property(
    'Map<String, String>',
    JSON.stringify({
      global: 'https://graph.microsoft.com',
      us_gov_l4: 'https://graph.microsoft.us',
      us_gov_dod: 'https://dod-graph.microsoft.us',
      china: 'https://microsoftgraph.chinacloudapi.cn',
    }),
    'Where Microsoft Graph is called, by cloud.',
  ),
  'platform.directory.sync.interval': property(
    'Duration',
    '1h',
    'How often directories without their own interval are synchronized.',
    { check: checks.positive },
  ),
  'platform.directory.sync.max-deactivation-percent': property(
    'Int',
    '10',
    'A sync is halted if it would deactivate more than this percentage of the users.',
    { check: checks.between(0, 100) },
  ),
  'platform.directory.sync.max-deactivation-min': property(
    'Int',
    '20',
    'Number of users that one sync can always deactivate, whatever their percentage.',
    { check: checks.notNegative },
  ),
};
