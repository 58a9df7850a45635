import { checks, property } from '../configuration/property.ts';
import { auditProperties } from './audit-properties.ts';
import { requestProperties } from './request-properties.ts';
import { ssfProperties } from './ssf-properties.ts';

/** Properties that only compliance reads. */
export const complianceProperties = {
  'platform.compliance.http-port': property('Int', '8083', 'Port of the REST API.'),
  'platform.compliance.admin-port': property(
    'Int',
    '9083',
    'Port of the metrics and health endpoints.',
  ),
  'platform.compliance.grpc-port': property('Int', '9183', 'Port of the gRPC server.'),
  'platform.compliance.subject-hash-key': property(
    'String',
    'required',
    'Key for the hashes that replace the identifiers of erased data subjects: 32 bytes in base64. Never rotate it.',
    {
      secret: true,
      check: (key) => (/^[A-Za-z0-9+/]{43}=$/.test(key) ? undefined : 'must be 32 bytes in base64'),
    },
  ),
  'platform.consents.require-registered-purpose': property(
    'Boolean',
    'false',
    'Whether a consent must name a registered purpose.',
  ),
  'platform.consents.proof-retention': property(
    'Duration',
    '1095d',
    'How long a consent is kept as proof after it has ended.',
    { check: checks.positive },
  ),
  'platform.consents.sweep-cron': property(
    'String',
    '0 */5 * * * *',
    'When expired consents are looked for: a cron expression with six fields, in UTC.',
  ),
  'platform.legal-documents.max-content-bytes': property(
    'Int',
    '262144',
    'Maximum size of the text of a legal document, in bytes of UTF-8.',
    { check: checks.between(1, 1_048_576) },
  ),
  ...requestProperties,
  ...ssfProperties,
  ...auditProperties,
};
