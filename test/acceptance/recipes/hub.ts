import { anApplication, make } from './world.ts';
import type { Recipe } from './world.ts';

export const hubRecipes: Record<string, Recipe> = {
  applicationList: () => ({}),
  applicationCreate: () => ({ body: { name: 'Service', type: 'm2m' } }),
  applicationGet: (w) => ({ params: { clientId: w.application.clientId } }),
  applicationUpdate: (w) => ({
    params: { clientId: w.application.clientId },
    body: { description: w.unique() },
  }),
  applicationDelete: async (w) => ({ params: { clientId: await anApplication(w) } }),
  applicationSecretList: (w) => ({ params: { clientId: w.application.clientId } }),
  applicationSecretCreate: async (w) => ({
    params: { clientId: await anApplication(w) },
    body: {},
  }),
  applicationSecretDelete: async (w) => {
    const clientId = await anApplication(w);
    const {
      body: { id: secretId },
      etag,
    } = await make(w, `/api/v1/applications/${clientId}/secrets`, {});
    return { params: { clientId, secretId }, etag };
  },
  tenantIpRuleList: () => ({}),
  tenantIpRuleCreate: (w) => ({
    body: {
      action: 'deny',
      cidr: `198.51.100.${w.unique().length + Math.floor(Math.random() * 200)}/32`,
    },
  }),
  async tenantIpRuleDelete(w) {
    const {
      body: { id: ruleId },
      etag,
    } = await make(w, '/api/v1/ip-rules', {
      action: 'deny',
      cidr: `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}::/64`,
    });
    return { params: { ruleId }, etag };
  },
  tenantIpRuleEvaluate: () => ({ query: { address: '203.0.113.9' } }),
};
