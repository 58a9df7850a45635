import { entitlements, ipRules, tenant } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const tenantQuery = () =>
  apiQuery('tenantGet', [], (api, options) => tenant(api).get({ ...options }));

export const entitlementsQuery = () =>
  apiQuery('entitlementsList', [], (api, options) => entitlements(api).list({ ...options }));

export const ipRulesQuery = (query: { cursor?: string }) =>
  apiQuery('tenantIpRuleList', [query], (api, options) =>
    ipRules(api).list({ ...query, ...options }),
  );

/** What the rules decide about an address; about one's own if there is none. */
export const ipDecisionQuery = (address?: string) =>
  apiQuery('tenantIpRuleEvaluate', [{ address }], (api, options) =>
    ipRules(api).evaluate({ ...(address !== undefined && { address }), ...options }),
  );
