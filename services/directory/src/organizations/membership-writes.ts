import type { MemberResource } from '@platform/contracts';
import type { NewEvent, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { asProblem, problemWithReason, problem } from '@platform/kit/problem';
import { addStep, memberCounter } from '../counters/counters.ts';
import type { GroupRole } from '../directories/group-roles/group-roles.ts';
import { findDomainHolder } from '../domains/domains.ts';
import { isSame } from '../json/json-equality.ts';
import type { UserRecord } from '../users/user-record.ts';
import {
  countMembershipsOf,
  deleteMembership,
  groupRolesOfMember,
  insertMembership,
  insertMemberships,
  lockMembership,
  memberResource,
  updateMembership,
} from './membership-store.ts';
import type { MembershipRecord } from './membership-store.ts';
import { holdOrganization } from './organization-store.ts';
import type { OrganizationRecord } from './organization-store.ts';

/** Maximum memberships per user. */
const maxMembershipsPerUser = 1_000;

export type MemberUser = Pick<
  UserRecord,
  'id' | 'status' | 'email' | 'emailVerified' | 'displayName'
>;

const presented = (
  m: MembershipRecord,
  user: MemberUser,
  groupRoles: readonly GroupRole[],
): MemberResource =>
  memberResource(
    {
      ...m,
      groupRoles: [...groupRoles],
      userStatus: user.status,
      email: user.email,
      displayName: user.displayName,
    },
    true,
  );

type MembershipEvent =
  'organization.member_added' | 'organization.member_updated' | 'organization.member_removed';

const eventOf = (
  type: MembershipEvent,
  m: MembershipRecord,
  user: MemberUser,
  groupRoles: readonly GroupRole[],
): NewEvent => ({
  type,
  subject: { type: 'organization', id: m.organizationId },
  organizationId: m.organizationId,
  data: { member: presented(m, user, groupRoles) },
});

export const publishMembership = async (
  tx: Tx,
  type: MembershipEvent,
  m: MembershipRecord,
  user: MemberUser,
): Promise<unknown> => tx.publish(eventOf(type, m, user, await groupRolesOfMember(tx, m)));

/** Only administrators may add a user whose address is not verified. */
async function requireAllowed(
  tx: Tx,
  { id, membershipPolicy }: Pick<OrganizationRecord, 'id' | 'membershipPolicy'>,
  { email, emailVerified }: MemberUser,
  source: MembershipRecord['sources'][number],
): Promise<void> {
  if (membershipPolicy !== 'verified_domain_only') return;
  const isProven = emailVerified || source === 'direct';
  const holder = email !== null && isProven ? await findDomainHolder(tx, email) : undefined;
  if (holder?.organizationId === id) return;
  throw problemWithReason('validation_failed', {
    pointer: '',
    code: 'domain_not_allowed',
    detail: 'The organization accepts only members from its verified domains',
  });
}

/** Undefined if the organization rejects the user, who can still sign in. */
export async function unlessRefused<T>(joining: Promise<T>): Promise<T | undefined> {
  try {
    return await joining;
  } catch (error) {
    const { code } = asProblem(error);
    if (code === 'limit_exceeded' || code === 'validation_failed') return undefined;
    throw error;
  }
}

/**
 * Makes a user a member, or replaces their direct roles, which the caller has checked. The caller
 * has locked the user's row, so that the limit is exact. Undefined if there is no such
 * organization.
 */
export async function addMembership(
  tx: Tx,
  {
    organizationId,
    user,
    roles,
    source = 'direct',
  }: {
    organizationId: string;
    user: MemberUser;
    roles: readonly string[] | undefined;
    source?: MembershipRecord['sources'][number];
  },
): Promise<MembershipRecord | undefined> {
  const organization = await holdOrganization(tx, organizationId);
  if (!organization) return undefined;
  await requireAllowed(tx, organization, user, source);
  const present = await lockMembership(tx, organizationId, user.id);
  if (present)
    return replaceRoles(tx, present, user, [...(roles ?? organization.defaultRoles)], source);
  if ((await countMembershipsOf(tx, user.id, maxMembershipsPerUser)) >= maxMembershipsPerUser) {
    throw problem('limit_exceeded', {
      detail: `A user can have at most ${maxMembershipsPerUser} memberships`,
      errors: [{ code: 'limit_exceeded', detail: 'The user has reached the limit of memberships' }],
    });
  }
  const membership: MembershipRecord = {
    id: newId('membership'),
    organizationId,
    userId: user.id,
    state: 'active',
    roles: [...(roles ?? organization.defaultRoles)],
    sources: [source],
    joinedAt: new Date(),
    version: 1,
  };
  await insertMembership(tx, membership);
  await publishMembership(tx, 'organization.member_added', membership, user);
  return membership;
}

/**
 * Makes new users, who have no memberships yet, members of an organization that the caller has
 * locked. @throws 422 for a user that the organization does not accept
 */
export async function addNewMembers(
  tx: Tx,
  organization: OrganizationRecord,
  members: readonly { user: MemberUser; roles: readonly string[] | undefined }[],
  source: MembershipRecord['sources'][number],
): Promise<void> {
  for (const { user } of members) await requireAllowed(tx, organization, user, source);
  const joinedAt = new Date();
  const made = members.map(({ user, roles }) => ({
    user,
    membership: {
      id: newId('membership'),
      organizationId: organization.id,
      userId: user.id,
      state: 'active' as const,
      roles: [...(roles ?? organization.defaultRoles)],
      sources: [source],
      joinedAt,
      version: 1,
    },
  }));
  await insertMemberships(
    tx,
    made.map(({ membership }) => membership),
  );
  await addStep(tx, memberCounter(organization.id), made.length);
  await tx.publishAll(
    // New users are not in any group of a directory yet.
    made.map(({ membership, user }) => eventOf('organization.member_added', membership, user, [])),
  );
}

/**
 * Replaces the direct roles of a membership, and adds the source if it is new. Roles from groups
 * stay.
 */
export async function replaceRoles(
  tx: Tx,
  present: MembershipRecord,
  user: MemberUser,
  roles: string[],
  source?: MembershipRecord['sources'][number],
): Promise<MembershipRecord> {
  const sources = [...new Set([...present.sources, ...(source ? [source] : [])])];
  // A removed directory cannot restore the member; an administrator can.
  const isReturn = source === 'direct' && !sources.includes('directory');
  const wanted = { roles, sources, state: isReturn ? ('active' as const) : present.state };
  const { state } = present;
  if (isSame(wanted, { roles: present.roles, sources: present.sources, state })) return present;
  const after = { ...present, ...wanted, version: present.version + 1 };
  await updateMembership(tx, after);
  await publishMembership(tx, 'organization.member_updated', after, user);
  return after;
}

/** Ends a membership, unless a directory also gives it: then only the directory can end it. */
export async function endMembership(tx: Tx, m: MembershipRecord, user: MemberUser): Promise<void> {
  if (m.sources.includes('directory')) {
    throw problemWithReason('invalid_state', {
      code: 'managed_by_directory',
      detail: 'A directory manages this membership; change it there',
    });
  }
  await deleteMembership(tx, m.organizationId, m.userId);
  await publishMembership(tx, 'organization.member_removed', m, user);
}
