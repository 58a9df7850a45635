import { applications, loginFlows } from '@platform/sdk';
import type { ApplicationsListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const applicationsQuery = (query: ApplicationsListQuery) =>
  apiQuery('applicationList', [query], (api, options) =>
    applications(api).list({ ...query, ...options }),
  );

export const applicationQuery = (clientId: string) =>
  apiQuery('applicationGet', [clientId], (api, options) =>
    applications(api).get(clientId, options),
  );

export const secretsQuery = (clientId: string) =>
  apiQuery('applicationSecretList', [clientId], (api, options) =>
    applications(api).secrets.list(clientId, options),
  );

export const bindingQuery = (clientId: string) =>
  apiQuery('loginFlowGetClientBinding', [clientId], (api, options) =>
    loginFlows(api).clientBindings.get(clientId, options),
  );

export const flowVersionsQuery = apiQuery('loginFlowGetVersions', [], (api, options) =>
  loginFlows(api).versions.list(options),
);

export const tokenClaimsQuery = (clientId: string) =>
  apiQuery('tokenClaimsGet', [clientId], (api, options) =>
    applications(api).tokenClaims.get(clientId, options),
  );

export const documentsQuery = (clientId: string, docType: string) =>
  apiQuery('legalDocumentsList', [clientId, docType], (api, options) =>
    applications(api).legalDocuments.list(clientId, docType, { limit: 200, ...options }),
  );
