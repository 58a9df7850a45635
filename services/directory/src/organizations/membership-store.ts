import type { MemberResource, UserOrganizationResource } from '@platform/contracts';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { addStep, memberCounter } from '../counters/counters.ts';
import { listGroupRoles, withGroupRoles } from '../directories/group-roles/group-roles.ts';
import type { GroupRole } from '../directories/group-roles/group-roles.ts';
import { directory } from '../generated/tables.ts';
import type { UserRecord } from '../users/user-record.ts';
import type { OrganizationRecord } from './organization-store.ts';

const memberships = directory.table('memberships').narrow<{
  state: UserOrganizationResource['state'];
  sources: UserOrganizationResource['sources'][number][];
}>();

export type MembershipRecord = RowOf<typeof memberships>;

const columns =
  'm.id, m.organization_id, m.user_id, m.state, m.roles, m.sources, m.joined_at, m.version';

/** A membership with the roles that groups give in the organization: none while it is inactive. */
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

/** A membership from the user's side, with the organization's names. */
export interface OrganizationOfUser extends MembershipRecord, WithGroupRoles {
  organizationName: OrganizationRecord['name'];
  organizationSlug: OrganizationRecord['slug'];
  organizationStatus: OrganizationRecord['status'];
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

/** A membership from the organization's side. */
export interface MemberRecord
  extends MembershipRecord, WithGroupRoles, Pick<UserRecord, 'email' | 'displayName'> {
  userStatus: UserRecord['status'];
}

/** The API representation of a member. Callers who may not read users get no e-mail and no name. */
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

/** The organizations of a user, in descending order of their ids, without those being deleted. */
export async function listMembershipsOf(
  tx: Tx,
  userId: string,
  before: string | undefined,
  limit: number,
): Promise<OrganizationOfUser[]> {
  const rows = await tx.prepared<Omit<OrganizationOfUser, 'groupRoles'>>(
    'memberships_of_user',
    `SELECT ${columns}, o.name AS organization_name, o.slug AS organization_slug, o.status AS organization_status
     FROM memberships m JOIN organizations o ON o.tenant_id = m.tenant_id AND o.id = m.organization_id AND o.deleted_at IS NULL
     WHERE m.tenant_id = $1 AND m.user_id = $2 AND ($3::text IS NULL OR m.organization_id < $3) ORDER BY m.organization_id DESC LIMIT $4`,
    [tx.context.tenantId, userId, before ?? null, limit],
  );
  return addGroupRoles(tx, rows);
}

const selectMembers = `SELECT ${columns}, u.status AS user_status, u.email, u.display_name
  FROM memberships m JOIN users u ON u.tenant_id = m.tenant_id AND u.id = m.user_id`;
type MemberRow = Omit<MemberRecord, 'groupRoles'>;

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
    `${selectMembers}
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
  return addGroupRoles(tx, rows);
}

export async function findMember(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<MemberRecord | undefined> {
  const row = await tx.row<MemberRow>(
    `${selectMembers} WHERE m.tenant_id = $1 AND m.organization_id = $2 AND m.user_id = $3`,
    [tx.context.tenantId, organizationId, userId],
  );
  return row && (await addGroupRoles(tx, [row]))[0];
}

/** The roles that groups give to a member. */
export const groupRolesOfMember = async (tx: Tx, m: MembershipRecord): Promise<GroupRole[]> =>
  (await addGroupRoles(tx, [m]))[0]?.groupRoles ?? [];

export const lockMembership = (
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<MembershipRecord | undefined> => memberships.lock(tx, { organizationId, userId });

/** Adds a membership unless there is one. Returns whether it did. */
export async function insertMembership(tx: Tx, m: MembershipRecord): Promise<boolean> {
  const isInserted = (await memberships.insertIfAbsent(tx, m)) === 1;
  if (isInserted) await addStep(tx, memberCounter(m.organizationId), 1);
  return isInserted;
}

/** Adds memberships of users who have none. The caller updates the counters. */
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

export const updateMembership = (
  tx: Tx,
  { organizationId, userId, roles, sources, state, version }: MembershipRecord,
): Promise<number> =>
  memberships.update(tx, { organizationId, userId }, { roles, sources, state, version });

export async function deleteMembership(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<void> {
  await memberships.delete(tx, { organizationId, userId });
  await addStep(tx, memberCounter(organizationId), -1);
}

/** Removes a user from every organization; returns their ids. */
export async function removeMembershipsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await memberships.pick('organizationId').deleteRows(tx, { userId });
  const ids = rows.map(({ organizationId }) => organizationId);
  for (const id of ids) await addStep(tx, memberCounter(id), -1);
  return ids;
}

/** Removes up to `limit` members of a deleted organization; returns how many. */
export function deleteMembershipsIn(
  tx: Tx,
  organizationId: string,
  limit: number,
): Promise<number> {
  const ofOrganization = memberships.only({ organizationId });
  const some = ofOrganization.pick('userId').select(tx).limit(limit);
  return ofOrganization.only((of) => of('userId', 'in', some)).delete(tx, {});
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

/** Counts the memberships of a user, up to `most`. */
export const countMembershipsOf = (tx: Tx, userId: string, most: number): Promise<number> =>
  memberships.count(tx, { userId }, most);

/**
 * Decides whether a user may sign in: the status, and the organizations of the active memberships.
 */
export interface UserState {
  id: string;
  status: string;
  organizationIds: string[];
}

/** The states of these users. Unknown users are absent. */
export const listUserStates = (
  db: Pick<Database, 'call'>,
  tenantId: string,
  userIds: readonly string[],
): Promise<UserState[]> => db.call({ tenantId }, 'user_states', [userIds]);
