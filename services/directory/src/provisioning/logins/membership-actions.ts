import type { ProvisionAction } from '@platform/protos';
import type { Tx } from '@platform/kit/database';
import {
  addMembership,
  endMembership,
  holdOrganization,
  lockMembership,
  replaceRoles,
  unlessRefused,
} from '../../organizations/organizations.ts';
import type { UserRecord } from '../../users/user-record.ts';
import type { HasRole } from './rule-roles.ts';

type Join = NonNullable<ProvisionAction['join']>;
type Role = NonNullable<ProvisionAction['assignRole']>;

/**
 * Rules apply at every sign-in: they add to the roles that administrators have given, and remove
 * none of them.
 */
async function join(
  tx: Tx,
  user: UserRecord,
  { organizationId, roles: named }: Join,
  hasRole: HasRole,
): Promise<boolean> {
  const before = await lockMembership(tx, organizationId, user.id);
  const roles = named.filter(hasRole);
  const usual = named.length === 0 ? undefined : roles;
  const membership = {
    organizationId,
    user,
    roles: before ? [...new Set([...before.roles, ...roles])] : usual,
    source: 'jit',
  } as const;
  const after = await unlessRefused(addMembership(tx, membership));
  return after !== undefined && after.version !== before?.version;
}

async function leave(tx: Tx, user: UserRecord, organizationId: string): Promise<boolean> {
  const membership = await lockMembership(tx, organizationId, user.id);
  if (!membership || membership.sources.includes('directory')) return false;
  await endMembership(tx, membership, user);
  return true;
}

/** Changes the direct roles of a member. Without a membership, there are no roles to change. */
async function changeRoles(
  tx: Tx,
  user: UserRecord,
  organizationId: string | null,
  change: (roles: readonly string[]) => string[],
): Promise<boolean> {
  if (organizationId === null || !(await holdOrganization(tx, organizationId))) return false;
  const present = await lockMembership(tx, organizationId, user.id);
  if (!present) return false;
  const after = await replaceRoles(tx, present, user, change(present.roles));
  return after.version !== present.version;
}

/**
 * Applies the membership and role actions of rules, in order. Returns whether anything changed. A
 * role without an organization applies to the organization of the directory that the user signs in
 * at.
 */
export async function applyMembershipActions(
  tx: Tx,
  user: UserRecord,
  actions: readonly ProvisionAction[],
  { ownOrganizationId, hasRole }: { ownOrganizationId: string | null; hasRole: HasRole },
): Promise<boolean> {
  const organizationOf = ({ organizationId }: Role) => organizationId || ownOrganizationId;
  let isChanged = false;
  for (const { join: joining, leave: leaving, assignRole, unassignRole } of actions) {
    if (joining) isChanged = (await join(tx, user, joining, hasRole)) || isChanged;
    if (leaving) isChanged = (await leave(tx, user, leaving.organizationId)) || isChanged;
    if (assignRole && hasRole(assignRole.role)) {
      const add = (roles: readonly string[]) => [...new Set([...roles, assignRole.role])];
      isChanged = (await changeRoles(tx, user, organizationOf(assignRole), add)) || isChanged;
    }
    if (unassignRole) {
      const remove = (roles: readonly string[]) => roles.filter((r) => r !== unassignRole.role);
      isChanged = (await changeRoles(tx, user, organizationOf(unassignRole), remove)) || isChanged;
    }
  }
  return isChanged;
}
