import type { UserOrganizationResource } from '@platform/contracts';
import type { GroupRole } from './group-role-store.ts';

export { findGroup, listGroupIdsOf, listGroupRoles } from './group-role-store.ts';
export type { GroupRole } from './group-role-store.ts';

/** Roles with the source of each. */
export type RolesWithSources = Pick<UserOrganizationResource, 'roles' | 'roleSources'>;

/**
 * A member's direct roles combined with those of groups in the organization. Roles add up; none
 * outranks another.
 */
export function withGroupRoles(
  direct: readonly string[],
  groupRoles: readonly Pick<GroupRole, 'role' | 'directoryId' | 'groupId' | 'mappingId'>[],
): RolesWithSources {
  return {
    roles: [...new Set([...direct, ...groupRoles.map(({ role }) => role)])],
    roleSources: [
      ...direct.map((role) => ({ role, source: 'direct' as const })),
      ...groupRoles.map(({ role, directoryId, groupId, mappingId }) => ({
        role,
        source: 'group' as const,
        directoryId,
        groupId,
        mappingId,
      })),
    ],
  };
}
