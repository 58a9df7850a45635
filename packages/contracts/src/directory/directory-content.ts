import { z } from 'zod';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** A user as stored in a directory. */
export const DirectoryUser = z
  .object({
    id: idSchema('directoryUser').describe('The SCIM `id` of the user.'),
    userName: z.string(),
    externalId: z.string().nullable(),
    displayName: z.string().nullable(),
    active: z.boolean(),
    userId: idSchema('user').nullable().describe('The corresponding user of the tenant.'),
    link: z
      .enum(['none', 'active', 'inactive', 'ignored'])
      .describe(
        '`ignored`: an administrator deleted the user, and the directory does not recreate it.',
      ),
    manages: z
      .boolean()
      .describe('Whether the directory manages the properties of the user that it maps.'),
    problems: z
      .array(z.looseObject({ pointer: z.string(), detail: z.string() }))
      .describe('Values that were skipped because the attribute schema does not allow them.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'DirectoryUser' });

/** A group as stored in a directory. */
export const DirectoryGroup = z
  .object({
    id: idSchema('directoryGroup').describe('The SCIM `id` of the group.'),
    displayName: z.string(),
    externalId: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'DirectoryGroup' });

export type DirectoryUserResource = z.infer<typeof DirectoryUser>;
export type DirectoryGroupResource = z.infer<typeof DirectoryGroup>;
