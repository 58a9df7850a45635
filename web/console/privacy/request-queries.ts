import { accessRequests, erasureRequests, erasureVetoClients } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

/** Requests of each kind that the inbox considers. */
export const inboxSize = 200;

export const erasureRequestsQuery = () =>
  apiQuery('erasureRequestList', [], (api, options) =>
    erasureRequests(api).list({ limit: inboxSize, ...options }),
  );

export const accessRequestsQuery = () =>
  apiQuery('accessRequestList', [], (api, options) =>
    accessRequests(api).list({ limit: inboxSize, ...options }),
  );

export const erasureRequestQuery = (id: string) =>
  apiQuery('erasureRequestStatus', [id], (api, options) => erasureRequests(api).get(id, options));

export const accessRequestQuery = (id: string) =>
  apiQuery('accessRequestGet', [id], (api, options) => accessRequests(api).get(id, options));

export const vetoClientsQuery = (query: { cursor?: string }) =>
  apiQuery('erasureVetoClientList', [query], (api, options) =>
    erasureVetoClients(api).list({ ...query, ...options }),
  );

export const requestReads = [
  'erasureRequestList',
  'erasureRequestStatus',
  'accessRequestList',
  'accessRequestGet',
] as const;
