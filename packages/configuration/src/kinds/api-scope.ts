import { PutApiScopeRequest, apiScopeName } from '@platform/contracts';
import type { ApiScope, PutApiScopeRequest as Body, Platform } from '@platform/sdk';
import { z } from 'zod';
import type { Members } from '../members/members.ts';
import { eachOf } from '../tenant/each-of.ts';
import { apiResource } from './api-resource.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';
import { permission } from './permission.ts';

interface ScopeOfApi extends ApiScope {
  api: string;
}

async function scopesOf({ platform, found }: TenantView): Promise<ScopeOfApi[]> {
  const lists = await eachOf(found(apiResource), async ({ id }) => {
    const { data } = await platform.apiResources.scopes.list(id);
    return data.map((scope) => ({ ...scope, api: id }));
  });
  return lists.flat();
}

async function put(platform: Platform, place: Members, body: Body): Promise<ScopeOfApi> {
  const api = String(place['api']);
  return { ...(await platform.apiResources.scopes.put(api, String(place['name']), body)), api };
}

export const apiScope = defineKind<ScopeOfApi, Body>({
  name: 'api-scope',
  path: 'api-scopes',
  layout: 'list',
  schema: PutApiScopeRequest,
  additional: z.strictObject({ api: z.string(), name: apiScopeName }),
  key: ['api', 'name'],
  refersBy: 'name',
  references: [
    { at: 'api', to: apiResource },
    { at: 'permission', to: permission },
  ],
  whole: ['displayName', 'description', 'requires'],
  id: ({ name }) => name,
  list: scopesOf,
  create: ({ platform, additional, body }) => put(platform, additional, body),
  update: ({ platform, additional, body }) => put(platform, additional, body),
  delete: ({ platform, resource: { api, name } }) => platform.apiResources.scopes.delete(api, name),
});
