import { CreateApplicationRequest } from '@platform/contracts';
import type { Application, CreateApplicationRequest as Body } from '@platform/sdk';
import { defineKind } from './kind.ts';

const confidential: unknown[] = ['web', 'm2m'];

export const application = defineKind<Application, Body>({
  name: 'application',
  path: 'applications',
  layout: 'files',
  schema: CreateApplicationRequest,
  key: ['clientId'],
  refersBy: 'name',
  defaults: {
    description: null,
    logoUri: null,
    tosUri: null,
    policyUri: null,
    redirectUris: [],
    postLogoutRedirectUris: [],
    jwks: null,
    jwksUri: null,
    allowedOrigins: [],
    backchannelLogoutUri: null,
    metadata: {},
  },
  nullResets: true,
  sets: ['grantTypes', 'redirectUris', 'postLogoutRedirectUris', 'allowedScopes', 'allowedOrigins'],
  whole: ['jwks'],
  fixed: ['type'],
  keepsBecause: () =>
    'The type of an application is fixed, and its client id cannot be used again for 30 days. Declare another application',
  newSecret: {
    member: 'clientSecret',
    isMade: ({ type, tokenEndpointAuthMethod }) =>
      confidential.includes(type) && tokenEndpointAuthMethod !== 'private_key_jwt',
    remake: async (platform, clientId) =>
      (await platform.applications.secrets.create(clientId)).secret,
  },
  id: ({ clientId }) => clientId,
  list: ({ platform }) => platform.applications.list({ limit: 200 }),
  get: (platform, { clientId }) => platform.applications.get(clientId).response(),
  create: ({ platform, body }) => platform.applications.create(body),
  update: ({ platform, id, patch, options }) => platform.applications.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.applications.delete(id, options),
});
