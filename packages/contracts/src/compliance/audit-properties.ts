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
    'How long records of the audit log are kept; whole months are dropped.',
    { check: checks.positive },
  ),
  'platform.audit.checkpoint-cron': property(
    'String',
    '0 0 * * * *',
    'When audit logs are sealed with a signed checkpoint: six fields, in UTC.',
  ),
  'platform.audit-export.object-store.bucket': property(
    'String',
    '',
    'Bucket of audit exports. Empty: they are kept in a local folder.',
  ),
  'platform.audit-export.object-store.region': property('String', '', 'Region of the bucket.'),
  'platform.audit-export.object-store.endpoint': property(
    'String',
    '',
    'A server that speaks S3, in place of AWS.',
    { check: checks.url },
  ),
  'platform.audit-export.object-store.key-prefix': property(
    'String',
    'audit-export',
    'Prefix of every key.',
  ),
  'platform.audit-export.local.base-dir': property(
    'String',
    '',
    'Folder of the local store. Empty: `platform-audit-export` in the temporary folder of the system.',
  ),
  'platform.audit-export.retention': property(
    'Duration',
    '7d',
    'How long the files of an export can be downloaded.',
    { check: checks.positive },
  ),
  'platform.audit-export.max-active-per-tenant': property(
    'Int',
    '2',
    'How many exports of a tenant can be pending or running.',
    { check: checks.positive },
  ),
  'platform.audit-export.part-max-records': property(
    'Int',
    '500000',
    'How many records a file of an export holds at most.',
    { check: checks.between(1, 10_000_000) },
  ),
};
