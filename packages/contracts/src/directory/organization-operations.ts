import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import {
  CreateOrganizationRequest,
  Member,
  Organization,
  PutMemberRequest,
  UpdateOrganizationRequest,
} from './organization.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write');
const readMembers = allOf('tenant:orgs.read', 'tenant:users.read');
const path = '/api/v1/organizations';

/** Operations on organizations and their members. */
export const organizationOperations = operations({
  organizationsList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists organizations, newest first',
    response: listOf(Organization),
    errors: [],
    noEtag: true,
    query: z.strictObject({
      domain: z
        .string()
        .optional()
        .describe('Returns only the organization that has verified this domain.'),
      q: z
        .string()
        .meta({ minLength: 3, maxLength: 64 })
        .optional()
        .describe('Prefix of the name (3 to 64 characters), not case- or accent-sensitive.'),
      status: z.enum(['active', 'suspended']).optional(),
      ...paging,
    }),
  },
  organizationsCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates an organization',
    body: CreateOrganizationRequest,
    response: Organization,
    errors: ['already_exists', 'upstream_unavailable'],
    maxBodyBytes: 262_144,
    description:
      'If `slug` is omitted, it is derived from the name, with a suffix such as `-2` if the slug is already in use.',
  },
  organizationsGet: {
    method: 'get',
    path: `${path}/{orgId}`,
    scopes: read,
    summary: 'Gets an organization',
    response: Organization,
    errors: [],
  },
  organizationsGetByExternalId: {
    method: 'get',
    path: `${path}/external_id/{externalId}`,
    scopes: read,
    summary: 'Gets an organization by external id',
    response: Organization,
    errors: [],
  },
  organizationsUpdate: {
    method: 'patch',
    path: `${path}/{orgId}`,
    scopes: write,
    summary: 'Updates an organization',
    body: UpdateOrganizationRequest,
    mergePatch: true,
    response: Organization,
    errors: ['already_exists', 'precondition_failed'],
    maxBodyBytes: 262_144,
    description:
      'JSON Merge Patch (RFC 7396), including `metadata`. While an organization is `suspended`, its members are kept and their roles grant nothing.',
  },
  organizationsDelete: {
    method: 'delete',
    path: `${path}/{orgId}`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Deletes an organization',
    response: Deletion,
    errors: ['precondition_failed'],
    description:
      'Deletes the organization immediately and its memberships in the background. Users are kept.',
  },
  organizationMembersList: {
    method: 'get',
    path: `${path}/{orgId}/members`,
    scopes: readMembers,
    summary: "Lists an organization's members, newest first",
    response: listOf(Member),
    errors: [],
    noEtag: true,
    query: z.strictObject({
      role: z.string().optional(),
      state: z.enum(['active', 'inactive']).optional(),
      ...paging,
    }),
  },
  organizationMembersGet: {
    method: 'get',
    path: `${path}/{orgId}/members/{userId}`,
    scopes: readMembers,
    summary: 'Gets a member of an organization',
    response: Member,
    errors: [],
  },
  organizationMembersPut: {
    method: 'put',
    path: `${path}/{orgId}/members/{userId}`,
    scopes: write,
    summary: "Adds a member, or replaces a member's direct roles",
    body: PutMemberRequest,
    bodyOptional: true,
    response: Member,
    errors: ['validation_failed', 'limit_exceeded', 'precondition_failed'],
    maxBodyBytes: 262_144,
    description:
      "`roles` replaces the direct roles; roles from groups are kept. Without `roles`, the member gets the organization's default roles.",
  },
  organizationMembersRemove: {
    method: 'delete',
    path: `${path}/{orgId}/members/{userId}`,
    scopes: write,
    summary: 'Removes a member from an organization',
    response: Deletion,
    errors: ['invalid_state', 'precondition_failed'],
    description:
      'The user is kept. A membership that a directory manages cannot be removed here and returns 409 with `managed_by_directory`.',
  },
});
