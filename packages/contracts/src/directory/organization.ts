import { z } from 'zod';
import { metadata } from '../common/metadata.ts';
import { httpsUrl, text, time } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { UserOrganization, UserStatus, roleKey } from './user.ts';

const slug = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, {
  error: 'must be a slug of lower-case letters, digits and inner hyphens, at most 63 characters',
});

const writable = {
  name: text({ max: 200 }),
  slug,
  externalId: text({ max: 255 }).nullable(),
  logoUrl: httpsUrl.nullable(),
  primaryDomain: text({ max: 253 }).nullable(),
  metadata: metadata.nullable(),
  status: z.enum(['active', 'suspended']),
  membershipPolicy: z.enum(['invite_only', 'verified_domain_only']),
  defaultRoles: z.array(roleKey).max(10),
};

/** Body of PATCH: merge patch. */
export const UpdateOrganizationRequest = z
  .strictObject(writable)
  .partial()
  .meta({ id: 'UpdateOrganizationRequest' });

/** Body of POST. */
export const CreateOrganizationRequest = z
  .strictObject({ ...UpdateOrganizationRequest.shape, name: writable.name })
  .meta({ id: 'CreateOrganizationRequest' });

/** An organization of a tenant, usually a customer. */
export const Organization = z
  .object({
    id: idSchema('organization'),
    name: z.string(),
    slug: z.string(),
    externalId: z.string().nullable(),
    logoUrl: z.string().nullable(),
    primaryDomain: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()),
    status: z.enum(['active', 'suspended']),
    membershipPolicy: z.enum(['invite_only', 'verified_domain_only']),
    defaultRoles: z.array(z.string()),
    memberCount: z.int().describe('Updated every minute.'),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Organization' });

/** Body of PUT on a member: replaces the direct roles and keeps those granted by groups. */
export const PutMemberRequest = z
  .strictObject({ roles: z.array(roleKey).max(50).optional() })
  .meta({ id: 'PutMemberRequest' });

/** A member of an organization. */
export const Member = z
  .object({
    membershipId: idSchema('membership'),
    user: z.object({
      id: idSchema('user'),
      status: UserStatus,
      email: z.string().nullable().optional(),
      displayName: z.string().nullable().optional(),
    }),
    state: UserOrganization.shape.state,
    roles: UserOrganization.shape.roles,
    roleSources: UserOrganization.shape.roleSources,
    sources: UserOrganization.shape.sources,
    joinedAt: time,
  })
  .meta({ id: 'Member' });

export type OrganizationResource = z.infer<typeof Organization>;
export type OrganizationUpdate = z.infer<typeof UpdateOrganizationRequest>;
export type OrganizationCreation = z.infer<typeof CreateOrganizationRequest>;
export type MemberResource = z.infer<typeof Member>;
