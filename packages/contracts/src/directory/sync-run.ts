import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** A change that a dry run found. */
const SyncChange = z.object({
  action: z.enum(['create', 'update', 'deactivate']),
  userName: z.string(),
  externalId: z.string().nullable(),
});

/** A sync run: reads the users and groups of a directory. */
export const SyncRun = z
  .object({
    id: idSchema('syncRun'),
    directoryId: idSchema('directory'),
    trigger: z.enum(['schedule', 'manual']),
    full: z
      .boolean()
      .describe('Whether the run read all users and groups, so that deleted ones were detected.'),
    dryRun: z.boolean(),
    state: z
      .enum(['PENDING', 'RUNNING', 'COMPLETED', 'HALTED', 'FAILED'])
      .describe(
        '`HALTED`: too many users, groups or memberships would have been removed, and nothing was changed; `errors` has the numbers. Check the source, then start a sync with `force=true`.',
      ),
    counts: z.object({
      seen: z.int(),
      created: z.int(),
      updated: z.int(),
      deactivated: z.int(),
      unchanged: z.int(),
      failed: z.int(),
      groups: z.int(),
    }),
    errors: z
      .array(z.object({ code: z.string(), detail: z.string(), externalId: z.string().nullable() }))
      .describe('At most 100 entries.'),
    changes: z.array(SyncChange).describe('For a dry run, at most 20 of its changes.'),
    requestedBy: ActorSchema,
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
  })
  .meta({ id: 'SyncRun' });

export type SyncRunResource = z.infer<typeof SyncRun>;
