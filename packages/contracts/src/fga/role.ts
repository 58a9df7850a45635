import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time, timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

/** A role's key, which all references use. */
export const RoleKey = z.string().regex(/^[a-z][a-z0-9_-]{1,62}$/, {
  error: 'must be 2 to 63 lower-case letters, digits, _ and -, and begin with a letter',
});

const permissions = z
  .array(z.string().min(1).max(128))
  .min(1)
  .max(500)
  .describe('Names of the permissions that the role grants.');
const displayName = text({ max: 128 }).nullable().optional();
const description = text({ max: 1024 }).nullable().optional();

/** Body of POST. */
export const CreateRoleRequest = z
  .strictObject({
    key: RoleKey.describe(
      'Must be unique in the tenant, including deleted roles. Cannot be changed.',
    ),
    displayName,
    description,
    permissions,
  })
  .meta({ id: 'CreateRoleRequest' });

/** Body of PATCH (RFC 7396). */
export const UpdateRoleRequest = z
  .strictObject({
    key: z
      .string()
      .max(63)
      .optional()
      .describe('Cannot be changed: a different value returns 422 `immutable`.'),
    displayName,
    description,
    permissions: permissions.optional().describe('Replaces the complete list.'),
  })
  .meta({ id: 'UpdateRoleRequest' });

/** A set of permissions with a key. */
export const Role = z
  .object({
    id: idSchema('role'),
    key: z.string(),
    displayName: z.string().nullable(),
    description: z.string().nullable(),
    permissions: z.array(z.string()),
    system: z.boolean(),
    assignmentCount: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Role' });

/** The party that a role is assigned to. */
const AssignedPrincipal = z.strictObject({
  type: z.enum(['user', 'client']),
  id: text({ max: 128 }),
});

/** Body of POST. */
export const CreateRoleAssignmentRequest = z
  .strictObject({
    principal: AssignedPrincipal,
    role: z.string().min(1).max(63).describe("The role's key."),
    expiresAt: timeInput.nullable().optional().describe('Must be in the future.'),
  })
  .meta({ id: 'CreateRoleAssignmentRequest' });

/** A tenant-wide assignment of a role to a principal. Immutable: delete it and create another. */
export const RoleAssignment = z
  .object({
    id: idSchema('roleAssignment'),
    principal: z.object({ type: z.enum(['user', 'client']), id: z.string() }),
    role: z.string(),
    expiresAt: time.nullable(),
    createdBy: ActorSchema,
    createdAt: time,
  })
  .meta({ id: 'RoleAssignment' });

export type RoleResource = z.infer<typeof Role>;
export type RoleCreation = z.infer<typeof CreateRoleRequest>;
export type RoleUpdate = z.infer<typeof UpdateRoleRequest>;
export type RoleAssignmentResource = z.infer<typeof RoleAssignment>;
export type RoleAssignmentCreation = z.infer<typeof CreateRoleAssignmentRequest>;
