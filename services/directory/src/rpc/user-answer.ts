import type { ResolveUserRequest, ResolveUserResponse } from '@platform/protos';
import type { Tx } from '@platform/kit/database';
import { tokenAttributes } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import {
  listGroupIdsOf,
  listGroupRoles,
  withGroupRoles,
} from '../directories/group-roles/group-roles.ts';
import {
  findOrganization,
  listMembershipsOf,
  organizationResource,
} from '../organizations/organizations.ts';
import type { OrganizationOfUser } from '../organizations/organizations.ts';
import { userResource } from '../users/user-record.ts';
import { resolveUser } from '../users/user-resolution.ts';
import type { UserQuery } from '../users/user-resolution.ts';
import { findUser, listIdentifiers } from '../users/users.ts';

const notFound: ResolveUserResponse = { outcome: 'NOT_FOUND' };
const maxMemberships = 1_000;
const maxGroups = 1_000;

const queryOf = ({
  by,
  userId,
  email,
  username,
  phone,
  externalId,
  identity,
}: ResolveUserRequest): UserQuery => {
  if (by === 'identity' && identity) return { identity };
  return (
    {
      userId: { userId },
      email: { email },
      username: { username },
      phone: { phone },
      externalId: { externalId },
    }[by as 'email'] ?? {}
  );
};

/** Empty unless the user is an active member, so that a request does not reveal an organization. */
async function organizationFor(
  tx: Tx,
  organizationId: string,
  memberships: readonly { organizationId: string; state: string }[],
  schemas: AttributeSchemas,
): Promise<string> {
  const isMember = memberships.some(
    (m) => m.organizationId === organizationId && m.state === 'active',
  );
  const organization = isMember ? await findOrganization(tx, organizationId) : undefined;
  if (!organization) return '';
  return JSON.stringify(organizationResource(organization, await schemas.read(tx, 'organization')));
}

/** While an organization is suspended, its members stay and their roles grant nothing. */
const resolvedMembership = (m: OrganizationOfUser) => ({
  organizationId: m.organizationId,
  state: m.state,
  roles: m.organizationStatus === 'active' ? withGroupRoles(m.roles, m.groupRoles).roles : [],
});

/** The roles of a user with what gives each of them: direct ones of memberships, and those of groups. */
async function roleSourcesOf(
  tx: Tx,
  userId: string,
  memberships: readonly OrganizationOfUser[],
): Promise<NonNullable<ResolveUserResponse['roleSources']>> {
  const granting = memberships.filter(
    (m) => m.state === 'active' && m.organizationStatus === 'active',
  );
  const inOrganizations = granting.flatMap(({ organizationId, roles, groupRoles }) => [
    ...roles.map((role) => ({ role, organizationId })),
    ...groupRoles.map(({ role, directoryId, groupId, mappingId }) => ({
      role,
      organizationId,
      directoryId,
      groupId,
      mappingId,
    })),
  ]);
  const ofTenant = (await listGroupRoles(tx, [userId])).filter((g) => g.organizationId === null);
  return [
    ...ofTenant.map(({ role, directoryId, groupId, mappingId }) => ({
      role,
      directoryId,
      groupId,
      mappingId,
    })),
    ...inOrganizations,
  ];
}

/** Roles from groups of directories of the whole tenant. */
async function tenantRolesOf(tx: Tx, userId: string): Promise<string[]> {
  const given = await listGroupRoles(tx, [userId]);
  return [...new Set(given.filter((g) => g.organizationId === null).map((g) => g.role))];
}

async function answerFor(
  tx: Tx,
  userId: string,
  { organizationId, include }: Pick<ResolveUserRequest, 'organizationId' | 'include'>,
  schemas: AttributeSchemas,
): Promise<ResolveUserResponse> {
  // Independent queries, sent together.
  const [user, memberships, schema, identifiers, tenantRoles, groupIds] = await Promise.all([
    findUser(tx, userId),
    listMembershipsOf(tx, userId, undefined, maxMemberships),
    schemas.read(tx, 'user'),
    listIdentifiers(tx, userId),
    tenantRolesOf(tx, userId),
    include.includes('groups') ? listGroupIdsOf(tx, userId, maxGroups) : [],
  ]);
  if (!user) return notFound;
  return {
    outcome: 'FOUND',
    userJson: JSON.stringify(userResource(user, schema)),
    status: user.status,
    version: user.version,
    identifiers,
    tenantRoles,
    groupIds,
    tokenAttributesJson: JSON.stringify(tokenAttributes(schema, user.metadata)),
    memberships: memberships
      .filter((m) => organizationId === '' || m.organizationId === organizationId)
      .map(resolvedMembership),
    ...(include.includes('role_sources')
      ? { roleSources: await roleSourcesOf(tx, userId, memberships) }
      : {}),
    ...(include.includes('organization')
      ? { organizationJson: await organizationFor(tx, organizationId, memberships, schemas) }
      : {}),
  };
}

/** Resolves a user, with the fields that the caller asks to include. */
export async function resolvedUser(
  tx: Tx,
  request: ResolveUserRequest,
  schemas: AttributeSchemas,
): Promise<ResolveUserResponse> {
  const found = await resolveUser(tx, queryOf(request), {
    unverified: request.include.includes('unverified'),
  });
  if (found.outcome === 'found') return answerFor(tx, found.userId, request, schemas);
  return found.outcome === 'ambiguous' ? { outcome: 'AMBIGUOUS' } : notFound;
}
