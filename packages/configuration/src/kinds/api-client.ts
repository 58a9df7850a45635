import { PutApiClientRequest } from '@platform/contracts';
import type { ApiClient, PutApiClientRequest as Body, Platform } from '@platform/sdk';
import { z } from 'zod';
import type { Members } from '../members/members.ts';
import { eachOf } from '../tenant/each-of.ts';
import { apiDetailType } from './api-detail-type.ts';
import { apiResource } from './api-resource.ts';
import { apiScope } from './api-scope.ts';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';

interface ClientOfApi extends ApiClient {
  api: string;
}

async function clientsOf({ platform, found }: TenantView): Promise<ClientOfApi[]> {
  const lists = await eachOf(found(apiResource), async ({ id }) => {
    const clients: ClientOfApi[] = [];
    for await (const client of platform.apiResources.clients.list(id, { limit: 200 }))
      clients.push({ ...client, api: id });
    return clients;
  });
  return lists.flat();
}

/** Without `modes`, an application has those that its type allows. */
const schema = PutApiClientRequest.extend({
  modes: PutApiClientRequest.shape.modes.unwrap().unwrap().optional(),
});

async function put(platform: Platform, place: Members, body: Body): Promise<ClientOfApi> {
  const api = String(place['api']);
  const client = await platform.apiResources.clients.put(api, String(place['clientId']), body);
  return { ...client, api };
}

/** The access of an application to an API. */
export const apiClient = defineKind<ClientOfApi, Body>({
  name: 'api-client',
  path: 'api-clients',
  layout: 'list',
  schema,
  additional: z.strictObject({ api: z.string(), clientId: z.string() }),
  key: ['api', 'clientId'],
  refersBy: 'name',
  references: [
    { at: 'api', to: apiResource },
    { at: 'clientId', to: application },
  ],
  after: [apiScope, apiDetailType],
  sets: ['scopes', 'modes', 'detailTypes'],
  id: ({ clientId }) => clientId,
  list: clientsOf,
  create: ({ platform, additional, body }) => put(platform, additional, body),
  update: ({ platform, resource: { modes }, additional, body }) =>
    put(platform, additional, { modes, ...body }),
  delete: ({ platform, resource: { api, clientId } }) =>
    platform.apiResources.clients.delete(api, clientId),
});
