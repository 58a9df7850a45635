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
};
