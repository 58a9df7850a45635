import { checks, property } from '../configuration/property.ts';

/** Properties of migrations. */
export const migrationProperties = {
  'platform.federation.allowed-internal-hosts': property(
    'Set<String>',
    '',
    'Host names that directories and migration sources may use even though they do not resolve to public addresses.',
    { check: checks.exactHosts },
  ),
  'platform.migration.batch-size': property(
    'Int',
    '500',
    'Number of rows that an import writes in one transaction, unless the source sets its own batch size.',
    { check: checks.between(50, 1_000) },
  ),
  'platform.migration.lease-ttl': property(
    'Duration',
    '60s',
    'How long an import waits for an unresponsive pod before another pod resumes it.',
    { check: checks.between(1_000, 3_600_000) },
  ),
  'platform.migration.dry-run-timeout': property(
    'Duration',
    '30s',
    'Maximum time that a dry run reads its source. It reports on the rows that it has read by then.',
    { check: checks.between(1_000, 60_000) },
  ),
  'platform.migration.lazy-login-timeout': property(
    'Duration',
    '5s',
    'Maximum time that a migration source may take to verify a password.',
    { check: checks.between(100, 10_000) },
  ),
  'platform.migration.max-file-bytes': property(
    'Long',
    '4294967296',
    'Maximum size of an uploaded or downloaded file, in bytes, before decompression.',
    { check: checks.positive },
  ),
  'platform.migration.object-store.bucket': property(
    'String',
    '',
    'Bucket that stores the files of imports and of user exports. If empty, a local folder is used, which is suitable only for a single pod.',
  ),
  'platform.migration.object-store.region': property('String', '', 'Region of the bucket.'),
  'platform.migration.object-store.endpoint': property(
    'String',
    '',
    'Base URL of an S3-compatible server. If empty, AWS is used.',
    { check: checks.url },
  ),
  'platform.migration.object-store.key-prefix': property(
    'String',
    'migration',
    'Prefix of every object key.',
  ),
  'platform.migration.local.base-dir': property(
    'String',
    '',
    "Local folder for the files of imports and of user exports if no bucket is set. If empty, a folder in the system's temporary directory.",
  ),
};
