import { accessPolicies } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const policiesQuery = (clientId: string, query: { cursor?: string }) =>
  apiQuery('conditionalAccessPolicyList', [clientId, query], (api, options) =>
    accessPolicies(api).list(clientId, { ...query, ...options }),
  );

export const policyQuery = (clientId: string, id: string) =>
  apiQuery('conditionalAccessPolicyGet', [clientId, id], (api, options) =>
    accessPolicies(api).get(clientId, id, options),
  );
