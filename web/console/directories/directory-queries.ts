import { directories } from '@platform/sdk';
import type { DirectoriesListQuery, DirectoriesUsersListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

interface Page {
  cursor?: string;
}

export const directoriesQuery = (query: DirectoriesListQuery) =>
  apiQuery('directoriesList', [query], (api, options) =>
    directories(api).list({ ...query, ...options }),
  );

export const directoryQuery = (id: string) =>
  apiQuery('directoriesGet', [id], (api, options) => directories(api).get(id, options));

export const requestsQuery = (id: string) =>
  apiQuery('directoriesListRequests', [id], (api, options) =>
    directories(api).requests.list(id, { limit: 20, ...options }),
  );

export const directoryUsersQuery = (id: string, query: DirectoriesUsersListQuery) =>
  apiQuery('directoriesListUsers', [id, query], (api, options) =>
    directories(api).users.list(id, { ...query, ...options }),
  );

export const groupsQuery = (id: string, query: Page & { q?: string }) =>
  apiQuery('directoriesListGroups', [id, query], (api, options) =>
    directories(api).groups.list(id, { ...query, ...options }),
  );

export const mappingsQuery = (id: string) =>
  apiQuery('directoryGroupRoleMappingList', [id], (api, options) =>
    directories(api).groupRoleMappings.list(id, options),
  );

export const bearersQuery = (id: string) =>
  apiQuery('directoryConnectorListBearers', [id], (api, options) =>
    directories(api).scimBearers.list(id, options),
  );

export const runsQuery = (id: string, query: Page) =>
  apiQuery('directoriesListSyncRuns', [id, query], (api, options) =>
    directories(api).syncRuns.list(id, { ...query, ...options }),
  );
