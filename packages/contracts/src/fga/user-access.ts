import { z } from 'zod';
import { time } from '../common/text.ts';
import { allOf, operations } from '../operation.ts';

const Source = z
  .enum(['direct', 'group', 'organization', 'elevation'])
  .describe(
    '`direct`: a role assignment. `group`: a group of a directory. `organization`: a membership. `elevation`: an activation.',
  );

/** A role of a user, with its source. */
const UserRole = z
  .object({
    role: z.string().describe("The role's key."),
    source: Source,
    organizationId: z.string().nullable().describe('Where the role applies. Null: everywhere.'),
    scopes: z.array(z.string()).describe('The `tenant:` scopes that the role grants.'),
    assignmentId: z.string().nullable(),
    directoryId: z.string().nullable(),
    groupId: z.string().nullable(),
    mappingId: z.string().nullable(),
    activationId: z.string().nullable(),
    expiresAt: time.nullable(),
  })
  .meta({ id: 'UserRole' });

/** A `tenant:` scope of a user, with each of its sources. */
const UserScope = z
  .object({
    scope: z.string(),
    sources: z.array(
      z.object({
        source: Source,
        role: z.string().nullable().describe('Null for an elevation to single scopes.'),
        organizationId: z.string().nullable(),
        activationId: z.string().nullable(),
        expiresAt: time.nullable(),
      }),
    ),
  })
  .meta({ id: 'UserScope' });

/** The roles and scopes of a user, in all organizations. */
export const UserAccess = z
  .object({
    userId: z.string(),
    active: z.boolean().describe('False for a suspended or deactivated user, who has no access.'),
    roles: z.array(UserRole),
    scopes: z.array(UserScope),
  })
  .meta({ id: 'UserAccess' });

export type UserAccessResource = z.infer<typeof UserAccess>;
export type UserRoleResource = z.infer<typeof UserRole>;

/** The access of users. */
export const userAccessOperations = operations({
  userDirectoryGetAccess: {
    method: 'get',
    path: '/api/v1/directory/users/{id}/access',
    scopes: allOf('tenant:users.read', 'tenant:roles.read'),
    summary: "Gets a user's roles and scopes, with the source of each",
    description:
      'Lists roles in every organization; those of an organization apply only to tokens for it. Scopes of areas that the tenant is not entitled to are left out.',
    response: UserAccess,
    errors: [],
    noEtag: true,
    mode: 'query',
  },
});
