import { setup } from '@platform/sdk';
import { apiQuery } from '../client/query.ts';

export const setupQuery = apiQuery('setupGet', [], (api, options) => setup(api).get(options));

export const connectionsQuery = apiQuery('setupConnectionList', [], (api, options) =>
  setup(api).connections.list(options),
);

export const testSignInQuery = (id: string, testId: string) =>
  apiQuery('setupTestSignInGet', [id, testId], (api, options) =>
    setup(api).connections.testSignIns.get(id, testId, options),
  );

export const directoriesQuery = apiQuery('setupDirectoryList', [], (api, options) =>
  setup(api).directories.list(options),
);

export const requestsQuery = (id: string) =>
  apiQuery('setupDirectoryRequestList', [id], (api, options) =>
    setup(api).directories.requests.list(id, { limit: 10, ...options }),
  );

export const bearersQuery = (id: string) =>
  apiQuery('setupScimBearerList', [id], (api, options) =>
    setup(api).directories.scimBearers.list(id, options),
  );

export const domainsQuery = apiQuery('setupDomainList', [], (api, options) =>
  setup(api).domains.list(options),
);

export const logStreamsQuery = apiQuery('setupLogStreamList', [], (api, options) =>
  setup(api).logStreams.list(options),
);

export const logStreamHealthQuery = (id: string) =>
  apiQuery('setupLogStreamHealth', [id], (api, options) =>
    setup(api).logStreams.getHealth(id, options),
  );
