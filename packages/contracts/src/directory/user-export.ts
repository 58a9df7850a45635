import { z } from 'zod';
import { ActorSchema, listOf } from '../common/list.ts';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { UserFilter } from './user-filter.ts';

const format = z.enum(['ndjson', 'csv']);
const compression = z.enum(['gzip', 'none']);

/** Which users to export, and how. */
export const CreateUserExportRequest = z
  .strictObject({
    format: format
      .default('ndjson')
      .describe(
        '`ndjson` contains complete users. `csv` contains their main properties, and `metadata` as JSON; cells that a spreadsheet would run as formulas are escaped.',
      ),
    compression: compression.default('gzip'),
    filter: UserFilter.optional().describe('Defaults to all users.'),
  })
  .meta({ id: 'CreateUserExportRequest' });
export type CreateUserExportRequest = z.output<typeof CreateUserExportRequest>;

/** A file of an export. */
const UserExportPart = z.object({
  part: z.int().describe('The part number to use in the download URL.'),
  name: z.string(),
  records: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type UserExportPart = z.infer<typeof UserExportPart>;

/** An export of users. */
export const UserExport = z
  .object({
    id: idSchema('userExport'),
    state: z.enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED']),
    format,
    compression,
    filter: UserFilter.nullable(),
    progress: z.object({
      records: z.int(),
      total: z
        .int()
        .nullable()
        .describe(
          'Number of users that matched when the export was created. Null if there were too many to count.',
        ),
    }),
    parts: z.array(UserExportPart),
    expiresAt: time.nullable(),
    error: z.object({ code: z.string(), detail: z.string() }).nullable(),
    requestedBy: ActorSchema,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'UserExport' });
export type UserExport = z.infer<typeof UserExport>;

export const ListUserExportsResponse = listOf(UserExport).meta({ id: 'ListUserExportsResponse' });
