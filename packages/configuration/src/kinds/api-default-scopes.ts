import { apiScopeName } from '@platform/contracts';
import type { Platform } from '@platform/sdk';
import { z } from 'zod';
import type { Members } from '../members/members.ts';
import { apiResource } from './api-resource.ts';
import { apiScope } from './api-scope.ts';
import { defineKind } from './kind.ts';

type Body = { scopes: string[] };
type DefaultScopes = Body & { api: string };

async function set(platform: Platform, place: Members, { scopes }: Body): Promise<DefaultScopes> {
  const api = String(place['api']);
  await platform.apiResources.update(api, { defaultScopes: scopes });
  return { api, scopes };
}

/** The scopes that requests for an API get if they name none. */
export const apiDefaultScopes = defineKind<DefaultScopes, Body>({
  name: 'api-default-scopes',
  path: 'api-default-scopes',
  layout: 'list',
  schema: z.strictObject({ scopes: z.array(apiScopeName).min(1).max(200) }),
  additional: z.strictObject({ api: z.string() }),
  key: ['api'],
  refersBy: 'name',
  references: [{ at: 'api', to: apiResource }],
  after: [apiScope],
  sets: ['scopes'],
  id: ({ api }) => api,
  list: async ({ found }) =>
    found(apiResource)
      .filter(({ defaultScopes }) => defaultScopes.length > 0)
      .map(({ id, defaultScopes }) => ({ api: id, scopes: defaultScopes })),
  create: ({ platform, additional, body }) => set(platform, additional, body),
  update: ({ platform, additional, body }) => set(platform, additional, body),
  delete: ({ platform, resource: { api } }) =>
    platform.apiResources.update(api, { defaultScopes: [] }),
});
