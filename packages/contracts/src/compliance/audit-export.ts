import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { time, timeInput } from '../common/text.ts';

const ids = z.array(z.string().min(1).max(255)).min(1).max(50);

const filter = z
  .strictObject({
    operationIds: z
      .array(z.string().regex(/^[A-Za-z0-9._-]{1,127}\*?$/))
      .min(1)
      .max(50)
      .optional()
      .describe('An exact name, or a prefix that ends in `*`.'),
    actorIds: ids.optional(),
    subjectIds: ids.optional(),
    organizationIds: ids.optional(),
    clientIds: ids.optional(),
    outcomes: z
      .array(z.enum(['success', 'failure', 'denied']))
      .min(1)
      .max(3)
      .optional(),
  })
  .describe(
    'A record is included if it matches every property of the filter. A property matches if any one of its values matches.',
  );

/** Which records of the audit log to export, and how. */
export const CreateAuditExportRequest = z
  .strictObject({
    from: timeInput.describe('Includes records that occurred at or after this time.'),
    to: timeInput.describe(
      'Includes records that occurred before this time. Must not be in the future.',
    ),
    format: z.enum(['ndjson', 'csv']).default('ndjson'),
    compression: z.enum(['gzip', 'none']).default('gzip'),
    filter: filter.optional(),
    includePersonalData: z
      .boolean()
      .default(true)
      .describe('Includes names, e-mail addresses, IP addresses, user agents and details.'),
    includeChain: z
      .boolean()
      .optional()
      .describe(
        'Includes the hash of every record between the first and the last, whether or not the record matches the filter. Defaults to true if there is no filter.',
      ),
  })
  .meta({ id: 'CreateAuditExportRequest' });
export type CreateAuditExportRequest = z.output<typeof CreateAuditExportRequest>;

/** A file of an export. */
const AuditExportPart = z.object({
  part: z.int().describe('The part number to use in the download URL.'),
  name: z.string(),
  kind: z.enum(['records', 'chain', 'checkpoints']),
  records: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  firstSeq: z.int(),
  lastSeq: z.int(),
});
export type AuditExportPart = z.input<typeof AuditExportPart>;

/** An export of the audit log. */
export const AuditExport = z
  .object({
    id: z.string(),
    state: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']),
    from: time,
    to: time,
    format: z.enum(['ndjson', 'csv']),
    compression: z.enum(['gzip', 'none']),
    filter: filter.nullable(),
    includePersonalData: z.boolean(),
    includeChain: z.boolean(),
    progress: z.object({ records: z.int(), lastSeq: z.int(), maxSeq: z.int() }),
    parts: z.array(AuditExportPart),
    manifestSha256: z.string().nullable(),
    expiresAt: time.nullable(),
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'AuditExport' });
export type AuditExport = z.input<typeof AuditExport>;

export const ListAuditExportsResponse = listOf(AuditExport).meta({
  id: 'ListAuditExportsResponse',
});
