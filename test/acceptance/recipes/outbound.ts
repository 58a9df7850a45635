import { post } from './world.ts';
import type { Recipe, World } from './world.ts';

const anEndpoint = async (w: World, more: object = {}): Promise<string> =>
  (
    await post(w, '/api/v1/webhook-endpoints', {
      url: w.receiverUrl,
      eventTypes: ['user.deleted'],
      ...more,
    })
  ).id;

const aClaimSchema = async (w: World): Promise<{ claimName: string }> => {
  const claimName = `claim_${w.unique()}`;
  await w.platform.call('put', `/api/v1/webhook-claim-schemas/${claimName}`, {
    body: { schema: { type: 'string' } },
    token: w.token,
  });
  return { claimName };
};

export const outboundRecipes: Record<string, Recipe> = {
  eventsList: () => ({ query: { limit: '3', type: 'user.*' } }),
  eventsGet: (w) => ({ params: { id: w.event.id } }),
  eventTypesList: () => ({}),
  eventTypesGet: () => ({ params: { type: 'user.created' } }),
  webhookEndpointList: () => ({}),
  webhookEndpointCreate: (w) => ({ body: { url: w.receiverUrl, eventTypes: ['organization.*'] } }),
  webhookEndpointGet: (w) => ({ params: { id: w.endpoint.id } }),
  webhookEndpointUpdate: (w) => ({
    params: { id: w.endpoint.id },
    body: { description: w.unique() },
  }),
  webhookEndpointDelete: async (w) => ({ params: { id: await anEndpoint(w) } }),
  webhookEndpointDeliveries: (w) => ({ params: { id: w.endpoint.id } }),
  webhookDeliveryGet: (w) => ({ params: { id: w.endpoint.id, deliveryId: w.delivery.id } }),
  webhookDeliveryRedeliver: (w) => ({ params: { id: w.endpoint.id, deliveryId: w.delivery.id } }),
  webhookEndpointRotateSecret: async (w) => ({ params: { id: await anEndpoint(w) }, body: {} }),
  webhookEndpointRevokeSecret: async (w) => {
    const id = await anEndpoint(w);
    const { secrets } = await post(w, `/api/v1/webhook-endpoints/${id}/rotate-secret`, {});
    return { params: { id, secretId: secrets[1].id } };
  },
  webhookRecoveryStart: async (w) => ({
    params: { id: await anEndpoint(w) },
    body: { since: new Date(Date.now() - 1000).toISOString() },
  }),
  webhookRecoveryGet: async (w) => {
    const id = await anEndpoint(w);
    return {
      params: {
        id,
        recoveryId: (
          await post(w, `/api/v1/webhook-endpoints/${id}/recoveries`, {
            since: new Date(Date.now() - 1000).toISOString(),
          })
        ).id,
      },
    };
  },
  webhookClaimSchemaList: () => ({}),
  webhookClaimSchemaGet: async (w) => ({ params: await aClaimSchema(w) }),
  webhookClaimSchemaPut: (w) => ({
    params: { claimName: `https://claims.example.com/${w.unique()}` },
    body: { schema: { type: 'string' }, clientIds: [w.application.clientId] },
  }),
  webhookClaimSchemaDelete: async (w) => ({ params: await aClaimSchema(w) }),
  hookTest: (w) => ({ params: { id: w.endpoint.id }, body: {} }),
};
