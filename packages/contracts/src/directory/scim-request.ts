import { z } from 'zod';
import { time } from '../common/text.ts';

/** A request that a directory has sent. */
export const ScimRequest = z
  .object({
    at: time,
    method: z.string(),
    path: z.string().describe('The path below the directory, such as `/Users`, without its query.'),
    status: z.int(),
    reason: z
      .object({
        code: z.string(),
        scimType: z.string().nullable(),
        fields: z.array(z.object({ pointer: z.string(), code: z.string() })),
      })
      .nullable()
      .describe('Why the request failed. Null if it succeeded.'),
    durationMs: z.int(),
    bearerId: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'ScimRequest' });
export type ScimRequest = z.input<typeof ScimRequest>;
