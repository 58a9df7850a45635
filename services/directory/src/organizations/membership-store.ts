import type { MemberResource, UserOrganizationResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { addStep, memberCounter } from '../counters/counters.ts';
import { listGroupRoles, withGroupRoles } from '../group-roles/group-roles.ts';
import type { GroupRole } from '../group-roles/group-roles.ts';

type Source = UserOrganizationResource['sources'][number];

/** A membership as it is kept. */
export interface MembershipRecord {
  id: string;
  organizationId: string;
  userId: string;
  state: UserOrganizationResource['state'];
  roles: string[];
  sources: Source[];
  joinedAt: Date;
  version: number;
}

interface MembershipRow {
  id: string;
  organizationId: string;
  userId: string;
  state: MembershipRecord['state'];
  roles: string[];
  sources: Source[];
  joinedAt: Date;
  version: number;
}

const columns =
  'm.id, m.organization_id, m.user_id, m.state, m.roles, m.sources, m.joined_at, m.version';
const recordOf = (row: MembershipRow): MembershipRecord => ({
  id: row.id,
  organizationId: row.organizationId,
  userId: row.userId,
  state: row.state,
  roles: row.roles,
  sources: row.sources,
  joinedAt: row.joinedAt,
  version: row.version,
});

/** A membership with the roles that groups give there: none while it is inactive. */
interface WithGroupRoles {
  groupRoles: GroupRole[];
}

async function addGroupRoles<M extends MembershipRecord>(
  tx: Tx,
  memberships: readonly M[],
): Promise<(M & WithGroupRoles)[]> {
  const active = memberships.filter((m) => m.state === 'active');
  const userIds = [...new Set(active.map((m) => m.userId))];
  const given = userIds.length === 0 ? [] : await listGroupRoles(tx, userIds);
  return memberships.map((m) => ({
    ...m,
    groupRoles: given.filter(
      (g) => m.state === 'active' && g.userId === m.userId && g.organizationId === m.organizationId,
    ),
  }));
}

/** A membership seen from the user, with what the organization is called. */
export interface OrganizationOfUser extends MembershipRecord, WithGroupRoles {
  organizationName: string;
  organizationSlug: string;
  organizationStatus: 'active' | 'suspended';
}

export const userOrganization = (m: OrganizationOfUser): UserOrganizationResource => ({
  membershipId: m.id,
  organizationId: m.organizationId,
  organizationName: m.organizationName,
  organizationSlug: m.organizationSlug,
  state: m.state,
  ...withGroupRoles(m.roles, m.groupRoles),
  sources: m.sources,
  joinedAt: m.joinedAt.toISOString(),
});

/** A membership seen from the organization. */
export interface MemberRecord extends MembershipRecord, WithGroupRoles {
  userStatus: MemberResource['user']['status'];
  email: string | null;
  displayName: string | null;
}

/** A member as the API answers it; who may not read users sees no e-mail and no name. */
export const memberResource = (m: MemberRecord, mayReadUsers: boolean): MemberResource => ({
  membershipId: m.id,
  user: {
    id: m.userId,
    status: m.userStatus,
    ...(mayReadUsers ? { email: m.email, displayName: m.displayName } : {}),
  },
  state: m.state,
  ...withGroupRoles(m.roles, m.groupRoles),
  sources: m.sources,
  joinedAt: m.joinedAt.toISOString(),
});

/** The organizations of a user, in descending order of their ids; those being deleted are absent. */
export async function listMembershipsOf(
  tx: Tx,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<OrganizationOfUser[]> {
  const rows = await tx.prepared<
    MembershipRow & { name: string; slug: string; status: OrganizationOfUser['organizationStatus'] }
  >(
    'memberships_of_user',
    `SELECT ${columns}, o.name, o.slug, o.status FROM memberships m JOIN organizations o ON o.tenant_id = m.tenant_id AND o.id = m.organization_id AND o.deleted_at IS NULL
     WHERE m.tenant_id = $1 AND m.user_id = $2 AND ($3::text IS NULL OR m.organization_id < $3) ORDER BY m.organization_id DESC LIMIT $4`,
    [tx.context.tenantId, userId, before ?? null, limit],
  );
  return addGroupRoles(
    tx,
    rows.map((row) => ({
      ...recordOf(row),
      organizationName: row.name,
      organizationSlug: row.slug,
      organizationStatus: row.status,
    })),
  );
}

const memberColumns = `${columns}, u.status AS user_status, u.email, u.display_name`;
const withUser = 'JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id';
type MemberRow = MembershipRow & {
  userStatus: MemberRecord['userStatus'];
  email: string | null;
  displayName: string | null;
};
const memberOf = (row: MemberRow): Omit<MemberRecord, 'groupRoles'> => ({
  ...recordOf(row),
  userStatus: row.userStatus,
  email: row.email,
  displayName: row.displayName,
});

const hasByGroup = `(m.state = 'active' AND EXISTS (SELECT FROM group_roles g
  WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id AND g.organization_id = m.organization_id AND g.role = $4))`;

/** Members of an organization, newest user first. */
export async function listMembers(
  tx: Tx,
  organizationId: string,
  filter: { role?: string; state?: string },
  before: string | undefined,
  limit: number,
): Promise<MemberRecord[]> {
  const rows = await tx.rows<MemberRow>(
    `SELECT ${memberColumns} FROM memberships m ${withUser}
     WHERE m.tenant_id = $1 AND m.organization_id = $2 AND ($3::text IS NULL OR m.user_id < $3)
       AND ($4::text IS NULL OR $4 = ANY (m.roles) OR ${hasByGroup}) AND ($5::text IS NULL OR m.state = $5) ORDER BY m.user_id DESC LIMIT $6`,
    [
      tx.context.tenantId,
      organizationId,
      before ?? null,
      filter.role ?? null,
      filter.state ?? null,
      limit,
    ],
  );
  return addGroupRoles(tx, rows.map(memberOf));
}

export async function findMember(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<MemberRecord | undefined> {
  const row = await tx.row<MemberRow>(
    `SELECT ${memberColumns} FROM memberships m ${withUser} WHERE m.tenant_id = $1 AND m.organization_id = $2 AND m.user_id = $3`,
    [tx.context.tenantId, organizationId, userId],
  );
  return row && (await addGroupRoles(tx, [memberOf(row)]))[0];
}

/** The roles that groups give to a member. */
export const groupRolesOfMember = async (tx: Tx, m: MembershipRecord): Promise<GroupRole[]> =>
  (await addGroupRoles(tx, [m]))[0]?.groupRoles ?? [];

export async function lockMembership(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<MembershipRecord | undefined> {
  const row = await tx.row<MembershipRow>(
    `SELECT ${columns} FROM memberships m WHERE m.tenant_id = $1 AND m.organization_id = $2 AND m.user_id = $3 FOR UPDATE`,
    [tx.context.tenantId, organizationId, userId],
  );
  return row && recordOf(row);
}

/** Adds a membership unless there is one; says whether it did. */
export async function insertMembership(tx: Tx, m: MembershipRecord): Promise<boolean> {
  const inserted = await tx.execute(
    `INSERT INTO memberships (tenant_id, organization_id, user_id, id, state, roles, sources, joined_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      m.organizationId,
      m.userId,
      m.id,
      m.state,
      m.roles,
      m.sources,
      m.joinedAt,
    ],
  );
  if (inserted === 1) await addStep(tx, memberCounter(m.organizationId), 1);
  return inserted === 1;
}

/** Adds memberships of users who have none. Counting them is the caller's. */
export async function insertMemberships(tx: Tx, all: readonly MembershipRecord[]): Promise<void> {
  await tx.execute(
    `INSERT INTO memberships (tenant_id, organization_id, user_id, id, state, roles, sources, joined_at)
     SELECT $1, organization_id, user_id, id, state, ARRAY(SELECT json_array_elements_text(roles::json)),
       ARRAY(SELECT json_array_elements_text(sources::json)), $8
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS m (organization_id, user_id, id, state, roles, sources)`,
    [
      tx.context.tenantId,
      all.map((m) => m.organizationId),
      all.map((m) => m.userId),
      all.map((m) => m.id),
      all.map((m) => m.state),
      all.map((m) => JSON.stringify(m.roles)),
      all.map((m) => JSON.stringify(m.sources)),
      all[0]?.joinedAt ?? null,
    ],
  );
}

export async function updateMembership(tx: Tx, m: MembershipRecord): Promise<void> {
  await tx.execute(
    'UPDATE memberships SET roles = $4, sources = $5, state = $6, version = $7 WHERE tenant_id = $1 AND organization_id = $2 AND user_id = $3',
    [tx.context.tenantId, m.organizationId, m.userId, m.roles, m.sources, m.state, m.version],
  );
}

export async function deleteMembership(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<void> {
  await tx.execute(
    'DELETE FROM memberships WHERE tenant_id = $1 AND organization_id = $2 AND user_id = $3',
    [tx.context.tenantId, organizationId, userId],
  );
  await addStep(tx, memberCounter(organizationId), -1);
}

/** Removes a user from every organization; returns which. */
export async function removeMembershipsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.rows<{ organizationId: string }>(
    'DELETE FROM memberships WHERE tenant_id = $1 AND user_id = $2 RETURNING organization_id',
    [tx.context.tenantId, userId],
  );
  for (const { organizationId: id } of rows) await addStep(tx, memberCounter(id), -1);
  return rows.map((r) => r.organizationId);
}

/** Whether a user is an active member of any organization that is not being deleted. */
export async function hasActiveMembership(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM memberships m JOIN organizations o ON o.tenant_id = m.tenant_id AND o.id = m.organization_id AND o.deleted_at IS NULL
       WHERE m.tenant_id = $1 AND m.user_id = $2 AND m.state = 'active') AS found`,
    [tx.context.tenantId, userId],
  );
  return row?.found ?? false;
}

/** How many memberships a user has, counted up to `most`. */
export async function countMembershipsOf(tx: Tx, userId: string, most: number): Promise<number> {
  const row = await tx.row<{ n: number }>(
    'SELECT count(*)::int AS n FROM (SELECT FROM memberships WHERE tenant_id = $1 AND user_id = $2 LIMIT $3) AS counted',
    [tx.context.tenantId, userId, most],
  );
  return row?.n ?? 0;
}
