import { webhookEndpoints } from '@platform/sdk';
import type { WebhookEndpointsDeliveriesListQuery } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const webhooksQuery = (query: { cursor?: string }) =>
  apiQuery('webhookEndpointList', [query], (api, options) =>
    webhookEndpoints(api).list({ ...query, ...options }),
  );

export const webhookQuery = (id: string) =>
  apiQuery('webhookEndpointGet', [id], (api, options) => webhookEndpoints(api).get(id, options));

export const deliveriesQuery = (id: string, query: WebhookEndpointsDeliveriesListQuery) =>
  apiQuery('webhookEndpointDeliveries', [id, query], (api, options) =>
    webhookEndpoints(api).deliveries.list(id, { ...query, ...options }),
  );

export const deliveryQuery = (id: string, deliveryId: string) =>
  apiQuery('webhookDeliveryGet', [id, deliveryId], (api, options) =>
    webhookEndpoints(api).deliveries.get(id, deliveryId, options),
  );

export const webhookStatisticsQuery = (id: string, hours: number) =>
  apiQuery('webhookEndpointStatistics', [id, { hours }], (api, options) =>
    webhookEndpoints(api).getStatistics(id, { hours, ...options }),
  );

export const recoveryQuery = (id: string, recoveryId: string) =>
  apiQuery('webhookRecoveryGet', [id, recoveryId], (api, options) =>
    webhookEndpoints(api).recoveries.get(id, recoveryId, options),
  );

/** Reads that show what becomes of deliveries. */
export const deliveryReads = [
  'webhookEndpointGet',
  'webhookEndpointList',
  'webhookEndpointDeliveries',
  'webhookDeliveryGet',
  'webhookEndpointStatistics',
] as const;
