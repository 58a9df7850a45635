import { channel } from '../configuration/channels.ts';
import { checks, property } from '../configuration/property.ts';

const anyAccount = '^system:serviceaccount:[^:]+:[^:]+$';

/** Properties of the audit log and its exports. */
export const auditProperties = {
  ...channel('platform.audit.internal.cluster', {
    audience: 'product-api',
    allowedSub: anyAccount,
  }),
  'platform.audit.retention': property(
    'Duration',
    '400d',
    'How long audit records are kept. They are dropped one calendar month at a time.',
    { check: checks.positive },
  ),
  'platform.audit.checkpoint-cron': property(
    'String',
    '0 0 * * * *',
    'How often audit logs that have grown are sealed with a signed checkpoint: a cron expression with six fields, in UTC. Each tenant has its own time between two times of the schedule.',
  ),
  'platform.audit-export.object-store.bucket': property(
    'String',
    '',
    'Bucket that stores audit exports. If empty, they are stored in a local folder.',
  ),
  'platform.audit-export.object-store.region': property('String', '', 'Region of the bucket.'),
  'platform.audit-export.object-store.endpoint': property(
    'String',
    '',
    'URL of an S3-compatible server to use instead of AWS.',
    { check: checks.url },
  ),
  'platform.audit-export.object-store.key-prefix': property(
    'String',
    'audit-export',
    'Prefix of every object key.',
  ),
  'platform.audit-export.local.base-dir': property(
    'String',
    '',
    "Local folder for exports. If empty, `platform-audit-export` in the system's temporary directory.",
  ),
  'platform.audit-export.retention': property(
    'Duration',
    '7d',
    'How long the files of an export remain available for download.',
    { check: checks.positive },
  ),
  'platform.audit-export.max-active-per-tenant': property(
    'Int',
    '2',
    'Maximum number of exports per tenant that can be pending or running.',
    { check: checks.positive },
  ),
  'platform.audit-export.part-max-records': property(
    'Int',
    '500000',
    'Maximum number of records in one file of an export.',
    { check: checks.between(1, 10_000_000) },
  ),
};
