import { events, users } from '@platform/sdk';
import type { CreateUserBulkJobRequest, UsersListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const usersQuery = (query: UsersListQuery) =>
  apiQuery('userDirectoryList', [query], (api, options) =>
    users(api).list({ ...query, ...options }),
  );

/** Selects users of the list. */
export type UserFilter = NonNullable<CreateUserBulkJobRequest['filter']>;

export const userSummaryQuery = (filter: UserFilter) =>
  apiQuery('userDirectorySummary', [filter], (api, options) =>
    users(api).getSummary({ ...filter, ...options }),
  );

export const userQuery = (id: string) =>
  apiQuery('userDirectoryGet', [id], (api, options) => users(api).get(id, options));

export const userOrganizationsQuery = (id: string, query: { cursor?: string }) =>
  apiQuery('userDirectoryListOrganizations', [id, query], (api, options) =>
    users(api).organizations.list(id, { ...query, ...options }),
  );

export const userAccessQuery = (id: string) =>
  apiQuery('userDirectoryGetAccess', [id], (api, options) => users(api).getAccess(id, options));

export const userSignInMethodsQuery = (id: string) =>
  apiQuery('userSignInMethodList', [id], (api, options) =>
    users(api).signInMethods.list(id, options),
  );

export const userSessionsQuery = (id: string) =>
  apiQuery('userSessionList', [id], (api, options) => users(api).sessions.list(id, options));

export const userActivityQuery = (actorId: string, start: string) =>
  apiQuery('eventsList', [{ actorId, start }], (api, options) =>
    events(api).list({ actorId, start, limit: 200, ...options }),
  );
