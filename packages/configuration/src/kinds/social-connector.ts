import { CreateSocialConnectorRequest } from '@platform/contracts';
import type {
  CreateSocialConnectorRequest as Body,
  PatchSocialConnectorRequest as Patch,
  SocialConnector,
} from '@platform/sdk';
import { z } from 'zod';
import { pick } from '../members/members.ts';
import { secret } from '../members/secret.ts';
import { defineKind } from './kind.ts';

const connectorMembers = [
  'provider',
  'clientId',
  'enabled',
  'displayName',
  'iconUrl',
  'scopes',
  'attributeMapping',
  'profileSync',
  'linking',
  'signUp',
  'allowedEmailDomains',
  'trustUpstreamAssurance',
  'extraParameters',
  'microsoft',
  'oidc',
];

export const socialConnector = defineKind<SocialConnector, Body, Patch>({
  name: 'social-connector',
  path: 'login-experience/social-connectors',
  layout: 'files',
  schema: CreateSocialConnectorRequest,
  additional: z.strictObject({ provider: z.string() }),
  key: ['provider'],
  refersBy: 'name',
  secrets: [
    { at: 'clientSecret', example: 'example-of-a-secret' },
    {
      at: 'apple/privateKey',
      example: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
    },
  ],
  sets: ['scopes', 'allowedEmailDomains'],
  list: async ({ platform }) => (await platform.loginExperience.socialConnectors.list()).data,
  get: (platform, { provider }) =>
    platform.loginExperience.socialConnectors.get(provider).response(),
  project: (connector) => ({
    ...pick(connector, connectorMembers),
    clientSecret: connector.hasClientSecret
      ? secret({ last4: connector.clientSecretLast4 })
      : undefined,
    apple: connector.apple && { ...connector.apple, privateKey: secret() },
  }),
  create: ({ platform, additional, body }) =>
    platform.loginExperience.socialConnectors.create(String(additional['provider']), body),
  update: ({ platform, resource: { provider }, patch, options }) =>
    platform.loginExperience.socialConnectors.update(provider, patch, options),
  delete: ({ platform, resource: { provider }, options }) =>
    platform.loginExperience.socialConnectors.delete(provider, options),
});
