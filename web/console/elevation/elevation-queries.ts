import { pim } from '@platform/sdk';
import type { PimActivationsListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const activationsQuery = (query: PimActivationsListQuery) =>
  apiQuery('pimListActivations', [query], (api, options) =>
    pim(api).activations.list({ ...query, ...options }),
  );

export const ownEligibleQuery = apiQuery('pimListEligible', [], (api, options) =>
  pim(api).eligible.list({ limit: 100, ...options }),
);

export const activeScopesQuery = apiQuery('pimGetActiveScopes', [], (api, options) =>
  pim(api).activations.getActiveScopes(options),
);

export const eligibleAssignmentQuery = (id: string) =>
  apiQuery('pimEligibilityAdminGet', [id], (api, options) =>
    pim(api).eligibleAssignments.get(id, options),
  );
