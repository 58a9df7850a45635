import { z } from 'zod';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** A user as a directory knows them. */
export const DirectoryUser = z
  .object({
    id: idSchema('directoryUser').describe("The user's `id` in SCIM."),
    userName: z.string(),
    externalId: z.string().nullable(),
    displayName: z.string().nullable(),
    active: z.boolean(),
    userId: idSchema('user').nullable().describe('The user of the tenant.'),
    link: z
      .enum(['none', 'active', 'inactive', 'ignored'])
      .describe('`ignored`: an administrator deleted the user, who is not brought back.'),
    manages: z.boolean().describe('The directory writes the members of the user that it maps.'),
    problems: z
      .array(z.looseObject({ pointer: z.string(), detail: z.string() }))
      .describe('Values that were left out because the attribute schema does not allow them.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'DirectoryUser' });

/** A group as a directory knows it. */
export const DirectoryGroup = z
  .object({
    id: idSchema('directoryGroup').describe("The group's `id` in SCIM."),
    displayName: z.string(),
    externalId: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'DirectoryGroup' });

export type DirectoryUserResource = z.infer<typeof DirectoryUser>;
export type DirectoryGroupResource = z.infer<typeof DirectoryGroup>;
