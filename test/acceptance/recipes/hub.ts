import { anApplication, make } from './world.ts';
import type { Recipe, World } from './world.ts';

const apis = '/api/v1/api-resources';

const anApi = (w: World) =>
  make(w, apis, { identifier: `https://${w.unique()}.example.com`, name: 'Invoices' });

const detailType = { schema: { type: 'object' }, display: { en: 'Pay {/amount}' } };
const scope = { displayName: { en: 'Read invoices' } };

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
  apiResourceList: () => ({}),
  apiResourceCreate: (w) => ({
    body: { identifier: `https://${w.unique()}.example.com`, name: 'Invoices' },
  }),
  apiResourceGet: async (w) => ({ params: { id: (await anApi(w)).body.id } }),
  async apiResourceUpdate(w) {
    const { body, etag } = await anApi(w);
    return { params: { id: body.id }, body: { description: w.unique() }, etag };
  },
  async apiResourceDelete(w) {
    const { body, etag } = await anApi(w);
    return { params: { id: body.id }, etag };
  },
  apiScopeList: async (w) => ({ params: { id: (await anApi(w)).body.id } }),
  async apiScopePut(w) {
    const { id } = (await anApi(w)).body;
    const { etag } = await make(w, `${apis}/${id}/scopes/invoices:read`, scope, 'put');
    return { params: { id, scope: 'invoices:read' }, body: { ...scope, sensitive: true }, etag };
  },
  async apiScopeRemove(w) {
    const { id } = (await anApi(w)).body;
    const { etag } = await make(w, `${apis}/${id}/scopes/read`, scope, 'put');
    return { params: { id, scope: 'read' }, etag };
  },
  apiDetailTypeList: async (w) => ({ params: { id: (await anApi(w)).body.id } }),
  async apiDetailTypePut(w) {
    const { id } = (await anApi(w)).body;
    const type = w.unique();
    const { etag } = await make(w, `${apis}/${id}/detail-types/${type}`, detailType, 'put');
    return { params: { id, type }, body: { ...detailType, maxInstances: 1 }, etag };
  },
  async apiDetailTypeRemove(w) {
    const { id } = (await anApi(w)).body;
    const type = w.unique();
    const { etag } = await make(w, `${apis}/${id}/detail-types/${type}`, detailType, 'put');
    return { params: { id, type }, etag };
  },
  apiClientList: async (w) => ({ params: { id: (await anApi(w)).body.id } }),
  async apiClientPut(w) {
    const { id } = (await anApi(w)).body;
    const { clientId } = w.application;
    const { etag } = await make(w, `${apis}/${id}/clients/${clientId}`, {}, 'put');
    return { params: { id, clientId }, body: { scopes: [] }, etag };
  },
  async apiClientRemove(w) {
    const { id } = (await anApi(w)).body;
    const { clientId } = w.application;
    const { etag } = await make(w, `${apis}/${id}/clients/${clientId}`, {}, 'put');
    return { params: { id, clientId }, etag };
  },
  apiResourceMetadata: async (w) => ({ params: { id: (await anApi(w)).body.id } }),
  apiResourceSimulate: async (w) => ({
    params: { id: (await anApi(w)).body.id },
    body: { clientId: w.application.clientId, scopes: ['read'] },
  }),
  apiSigningKeyList: () => ({}),
  async apiSigningKeyRotate(w) {
    await anApi(w);
    return { body: { alg: 'ES256' } };
  },
  tenantGet: () => ({}),
  tenantUpdate: (w) => ({ body: { contactEmail: `${w.unique()}@example.com` } }),
  tenantHealthGet: () => ({}),
  searchList: () => ({ query: { q: 'ad' } }),
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
