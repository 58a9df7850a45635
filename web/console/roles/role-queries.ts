import { permissions, pim, roleAssignments, roles } from '@platform/sdk';
import type { PermissionsListQuery, RoleAssignmentsListQuery, RolesListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const rolesQuery = (query: RolesListQuery) =>
  apiQuery('rolesList', [query], (api, options) => roles(api).list({ ...query, ...options }));

export const roleQuery = (id: string) =>
  apiQuery('rolesGet', [id], (api, options) => roles(api).get(id, options));

export const permissionsQuery = (query: PermissionsListQuery) =>
  apiQuery('permissionsList', [query], (api, options) =>
    permissions(api).list({ ...query, ...options }),
  );

/** Permissions that fit into a list of checkboxes; the names of others are typed. */
export const offeredPermissionsQuery = permissionsQuery({ limit: 200 });

export const assignmentsQuery = (query: RoleAssignmentsListQuery) =>
  apiQuery('roleAssignmentsList', [query], (api, options) =>
    roleAssignments(api).list({ ...query, ...options }),
  );

export const eligibleAssignmentsQuery = (query: { cursor?: string; limit?: number }) =>
  apiQuery('pimEligibilityAdminList', [query], (api, options) =>
    pim(api).eligibleAssignments.list({ ...query, ...options }),
  );
