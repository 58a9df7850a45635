import { checks, property } from '../configuration/property.ts';

/** Properties of migrations. */
export const migrationProperties = {
  'platform.federation.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Hosts that directories and migration sources may name although they resolve to addresses that are not public.',
    { check: checks.exactHosts },
  ),
  'platform.migration.batch-size': property(
    'Int',
    '500',
    'Rows that an import writes in one transaction, where the source does not set its own batch size.',
    { check: checks.between(50, 1_000) },
  ),
  'platform.migration.lease-ttl': property(
    'Duration',
    '60s',
    'How long an import stays with a pod that is not heard of before another pod resumes it.',
    { check: checks.between(1_000, 3_600_000) },
  ),
  'platform.migration.dry-run-timeout': property(
    'Duration',
    '30s',
    'How long a dry run reads its source. It reports on the rows it has read by then.',
    { check: checks.between(1_000, 60_000) },
  ),
  'platform.migration.lazy-login-timeout': property(
    'Duration',
    '5s',
    'How long a migration source may take to verify a password.',
    { check: checks.between(100, 10_000) },
  ),
  'platform.migration.max-file-bytes': property(
    'Long',
    '4294967296',
    'Bytes of an uploaded or downloaded file, as packed as it comes.',
    { check: checks.positive },
  ),
  'platform.migration.object-store.bucket': property(
    'String',
    '',
    'Bucket for the files of imports. Empty: a local folder, which suits a single pod.',
  ),
  'platform.migration.object-store.region': property('String', '', 'Region of the bucket.'),
  'platform.migration.object-store.endpoint': property(
    'String',
    '',
    'Base URL of a server that speaks S3. Empty: AWS.',
    { check: checks.url },
  ),
  'platform.migration.object-store.key-prefix': property(
    'String',
    'migration',
    'Prefix of the keys of the files of imports.',
  ),
  'platform.migration.local.base-dir': property(
    'String',
    '',
    'Folder that the files of imports are kept in where no bucket is set. Empty: a folder in the temporary directory.',
  ),
};
