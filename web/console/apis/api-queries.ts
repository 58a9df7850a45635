import { apiResources, apiSigningKeys } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

type Page = { cursor?: string };

export const apisQuery = (query: Page) =>
  apiQuery('apiResourceList', [query], (api, options) =>
    apiResources(api).list({ ...query, ...options }),
  );

export const apiResourceQuery = (id: string) =>
  apiQuery('apiResourceGet', [id], (api, options) => apiResources(api).get(id, options));

export const apiScopesQuery = (id: string) =>
  apiQuery('apiScopeList', [id], (api, options) => apiResources(api).scopes.list(id, options));

export const apiDetailTypesQuery = (id: string) =>
  apiQuery('apiDetailTypeList', [id], (api, options) =>
    apiResources(api).detailTypes.list(id, options),
  );

export const apiClientsQuery = (id: string, query: Page) =>
  apiQuery('apiClientList', [id, query], (api, options) =>
    apiResources(api).clients.list(id, { ...query, ...options }),
  );

export const apiKeysQuery = apiQuery('apiSigningKeyList', [], (api, options) =>
  apiSigningKeys(api).list(options),
);
