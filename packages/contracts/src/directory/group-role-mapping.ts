import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { roleKey } from './user.ts';

const names = ['groupId', 'groupExternalId', 'groupDisplayName'] as const;

/** Body of POST. */
export const CreateGroupRoleMappingRequest = z
  .strictObject({
    groupId: idSchema('directoryGroup').optional(),
    groupExternalId: text({ max: 1024 })
      .optional()
      .describe('The group does not have to exist yet.'),
    groupDisplayName: text({ max: 256 })
      .optional()
      .describe('Not case-sensitive. The group does not have to exist yet.'),
    role: roleKey,
  })
  .refine((body) => names.filter((name) => body[name] !== undefined).length === 1, {
    path: ['groupId'],
    error: 'exactly one of groupId, groupExternalId and groupDisplayName is required',
  })
  .meta({ id: 'CreateGroupRoleMappingRequest' });

/** A role granted to every user in a group. */
export const GroupRoleMapping = z
  .object({
    id: idSchema('groupRoleMapping'),
    directoryId: idSchema('directory'),
    group: z.object({
      id: z.string().optional(),
      externalId: z.string().optional(),
      displayName: z.string().optional(),
    }),
    resolved: z.boolean().describe('Whether the directory contains a matching group.'),
    organizationId: idSchema('organization')
      .nullable()
      .describe(
        'The organization in which the role applies. If null, it applies in the whole tenant.',
      ),
    role: z.string(),
    roleState: z
      .enum(['known', 'unknown'])
      .describe('`unknown`: the role has since been deleted and grants nothing.'),
    createdAt: time,
    createdBy: ActorSchema,
  })
  .meta({ id: 'GroupRoleMapping' });

export type GroupRoleMappingResource = z.infer<typeof GroupRoleMapping>;
export type GroupRoleMappingCreation = z.output<typeof CreateGroupRoleMappingRequest>;
