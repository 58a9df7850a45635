import { events, roleAssignments, users } from '@platform/sdk';
import type { UsersListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const usersQuery = (query: UsersListQuery) =>
  apiQuery('userDirectoryList', [query], (api, options) =>
    users(api).list({ ...query, ...options }),
  );

export const userQuery = (id: string) =>
  apiQuery('userDirectoryGet', [id], (api, options) => users(api).get(id, options));

export const userOrganizationsQuery = (id: string, query: { cursor?: string }) =>
  apiQuery('userDirectoryListOrganizations', [id, query], (api, options) =>
    users(api).organizations.list(id, { ...query, ...options }),
  );

export const userRolesQuery = (principalId: string) =>
  apiQuery('roleAssignmentsList', [{ principalId }], (api, options) =>
    roleAssignments(api).list({ principalId, limit: 200, ...options }),
  );

export const userActivityQuery = (actorId: string, start: string) =>
  apiQuery('eventsList', [{ actorId, start }], (api, options) =>
    events(api).list({ actorId, start, limit: 200, ...options }),
  );
