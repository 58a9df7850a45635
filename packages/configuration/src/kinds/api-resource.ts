import { CreateApiResourceRequest } from '@platform/contracts';
import type { ApiResource, CreateApiResourceRequest as Body } from '@platform/sdk';
import { application } from './application.ts';
import { defineKind } from './kind.ts';

/** An API of the tenant. Its default scopes are a kind of their own, because they name scopes that are created after it. */
export const apiResource = defineKind<ApiResource, Body>({
  name: 'api',
  path: 'apis',
  layout: 'files',
  schema: CreateApiResourceRequest,
  key: ['identifier'],
  refersBy: 'apiResource',
  references: [{ at: 'introspectionClients/*', to: application }],
  excluded: ['defaultScopes'],
  defaults: {
    description: null,
    logoUri: null,
    documentationUri: null,
    tosUri: null,
    policyUri: null,
    tokenFormat: 'jwt',
    signingAlg: 'ES256',
    accessTokenTtlSeconds: 600,
    clientAccess: 'listed',
    userAccess: 'any',
    claims: [],
    organization: 'optional',
    senderConstraint: 'none',
    offlineAccess: true,
    userinfoAudience: false,
    introspectionClients: [],
    publish: false,
    metadata: {},
  },
  nullResets: true,
  sets: ['claims', 'introspectionClients'],
  list: ({ platform }) => platform.apiResources.list({ limit: 200 }),
  get: (platform, { id }) => platform.apiResources.get(id).response(),
  create: ({ platform, body }) => platform.apiResources.create(body),
  update: ({ platform, id, patch, options }) => platform.apiResources.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.apiResources.delete(id, options),
});
