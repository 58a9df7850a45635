import { eventTypes, events } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const eventQuery = (id: string) =>
  apiQuery('eventsGet', [id], (api, options) => events(api).get(id, options));

export const eventTypesQuery = () =>
  apiQuery('eventTypesList', [], (api, options) => eventTypes(api).list({ ...options }));
