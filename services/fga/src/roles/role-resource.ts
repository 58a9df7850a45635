import type { RoleAssignmentResource, RoleResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import { systemSince } from '../built-in/system-ids.ts';
import type { AssignmentRow } from './assignment-store.ts';
import type { RoleRow } from './role-store.ts';
import type { SystemRole } from '../built-in/system-roles.ts';

/** A custom or built-in role. */
export type AnyRole = RoleRow | SystemRole;

export const isCustom = (role: AnyRole): role is RoleRow => 'version' in role;

export const roleResource = (role: AnyRole, assignmentCount: number): RoleResource => ({
  id: role.id,
  key: role.key,
  permissions: [...role.permissions],
  assignmentCount,
  ...(isCustom(role)
    ? {
        displayName: role.displayName,
        description: role.description,
        system: false,
        createdAt: role.createdAt.toISOString(),
        updatedAt: role.updatedAt.toISOString(),
      }
    : {
        displayName: role.displayName,
        description: role.description,
        system: true,
        createdAt: systemSince,
        updatedAt: systemSince,
      }),
});

export const assignmentResource = (row: AssignmentRow): RoleAssignmentResource => ({
  id: row.id,
  principal: { type: row.principalType, id: row.principalId },
  role: row.roleKey,
  expiresAt: isoTime(row.expiresAt),
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
});
