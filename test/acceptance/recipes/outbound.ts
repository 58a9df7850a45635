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

const aHook = async (w: World): Promise<{ id: string }> => {
  const { id } = await post(w, '/api/v1/hooks', {
    name: w.unique(),
    stage: 'token_issue',
    url: w.receiverUrl,
    enabled: false,
  });
  return { id };
};

const sinkBody = (w: World) => ({
  name: w.unique(),
  kind: 'http',
  config: { url: w.receiverUrl },
});

const aSink = async (w: World): Promise<{ id: string }> => {
  const { id } = await post(w, '/api/v1/siem/sinks', { ...sinkBody(w), status: 'paused' });
  return { id };
};

/** A tenant has few sinks: each recipe takes away what it made before. */
const withoutSinks = async (w: World): Promise<void> => {
  const { body } = await w.platform.call('get', '/api/v1/siem/sinks', { token: w.token });
  for (const { id } of body.data as { id: string }[])
    await w.platform.call('delete', `/api/v1/siem/sinks/${id}`, { token: w.token });
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
  webhookEndpointStatistics: (w) => ({ params: { id: w.endpoint.id } }),
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
  hookList: () => ({ query: { stage: 'token_issue' } }),
  hookCreate: (w) => ({
    body: { name: w.unique(), stage: 'login_flow', url: w.receiverUrl, enabled: false },
  }),
  hookGet: async (w) => ({ params: await aHook(w) }),
  hookUpdate: async (w) => ({ params: await aHook(w), body: { name: w.unique() } }),
  hookDelete: async (w) => ({ params: await aHook(w) }),
  hookRotateSecret: async (w) => ({ params: await aHook(w), body: {} }),
  siemListSinks: () => ({}),
  siemConfigureSink: async (w) => {
    await withoutSinks(w);
    return { body: sinkBody(w) };
  },
  siemGetSink: async (w) => ({ params: await aSink(w) }),
  siemUpdateSink: async (w) => ({ params: await aSink(w), body: { name: w.unique() } }),
  siemDeleteSink: async (w) => ({ params: await aSink(w) }),
  siemSinkHealth: async (w) => ({ params: await aSink(w) }),
  siemReplaySink: async (w) => ({
    params: await aSink(w),
    body: { since: new Date(Date.now() - 1000).toISOString() },
  }),
  hookTest: (w) => ({ params: { id: w.endpoint.id }, body: {} }),
};
