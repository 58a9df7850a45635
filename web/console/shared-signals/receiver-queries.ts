import { ssf } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const receiversQuery = (query: { cursor?: string }) =>
  apiQuery('ssfReceiverList', [query], (api, options) =>
    ssf(api).receivers.list({ ...query, ...options }),
  );

export const receiverQuery = (id: string) =>
  apiQuery('ssfReceiverGet', [id], (api, options) => ssf(api).receivers.get(id, options));

export const deliveriesQuery = (id: string, query: { cursor?: string }) =>
  apiQuery('ssfReceiverDeliveries', [id, query], (api, options) =>
    ssf(api).receivers.deliveries.list(id, { ...query, ...options }),
  );

export const receiverReads = [
  'ssfReceiverList',
  'ssfReceiverGet',
  'ssfReceiverDeliveries',
] as const;
