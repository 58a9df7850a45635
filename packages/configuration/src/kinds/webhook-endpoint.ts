import { CreateWebhookEndpointRequest } from '@platform/contracts';
import type { CreateWebhookEndpointRequest as Body, WebhookEndpoint } from '@platform/sdk';
import { pick } from '../members/members.ts';
import { storedHeaders } from '../members/stored-headers.ts';
import { defineKind } from './kind.ts';
import { organization } from './organization.ts';
import { exampleSecret } from '../members/signing-secret.ts';

export const webhookEndpoint = defineKind<WebhookEndpoint, Body>({
  name: 'webhook-endpoint',
  path: 'webhook-endpoints',
  layout: 'files',
  schema: CreateWebhookEndpointRequest,
  key: ['url'],
  refersBy: 'webhookEndpoint',
  references: [{ at: 'organizationIds/*', to: organization }],
  secrets: [
    { at: 'headers/*', example: 'example' },
    { at: 'secret', example: exampleSecret },
  ],
  defaults: { eventTypes: [], description: null, organizationIds: null, headers: {} },
  creationOnly: ['secret'],
  sets: ['eventTypes', 'purposes', 'organizationIds'],
  fixed: ['purposes'],
  newSecret: { member: 'secret', isMade: ({ secret }) => secret === undefined, isOwn: true },
  list: ({ platform }) => platform.webhookEndpoints.list({ limit: 200 }),
  get: (platform, { id }) => platform.webhookEndpoints.get(id).response(),
  project: (endpoint) => ({
    ...pick(endpoint, endpointMembers),
    headers: storedHeaders(endpoint.headerNames),
    // The platform has disabled it because it fails: that is drift.
    status: endpoint.status === 'enabled' ? 'enabled' : 'disabled',
  }),
  create: ({ platform, body }) => platform.webhookEndpoints.create(body),
  update: ({ platform, id, patch, options }) =>
    platform.webhookEndpoints.update(id, patch, options),
  delete: ({ platform, id, options }) => platform.webhookEndpoints.delete(id, options),
});

const endpointMembers = [
  'url',
  'eventTypes',
  'description',
  'organizationIds',
  'payload',
  'ordering',
  'rateLimitPerSecond',
  'timeoutSeconds',
  'handshake',
  'purposes',
];
