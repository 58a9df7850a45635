import { ClaimNameParams, WebhookClaimSchemaUpsertRequest } from '@platform/contracts';
import type { WebhookClaimSchema, WebhookClaimSchemaUpsertRequest as Body } from '@platform/sdk';
import { z } from 'zod';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import { webhookEndpoint } from './webhook-endpoint.ts';

export const customClaim = defineKind<WebhookClaimSchema, Body>({
  name: 'custom-claim',
  path: 'custom-claims',
  layout: 'files',
  schema: WebhookClaimSchemaUpsertRequest,
  additional: z.strictObject(ClaimNameParams.shape),
  key: ['claimName'],
  refersBy: 'name',
  references: [
    { at: 'source/endpointId', to: webhookEndpoint },
    { at: 'clientIds/*', to: application },
  ],
  sets: ['clientIds', 'scopes', 'tokens'],
  partial: ['source'],
  removable: ['default'],
  list: ({ platform }) => platform.webhookClaimSchemas.list({ limit: 200 }),
  get: (platform, { claimName }) => platform.webhookClaimSchemas.get(claimName).response(),
  create: ({ platform, additional, body }) =>
    platform.webhookClaimSchemas.put(String(additional['claimName']), body),
  update: ({ platform, id, body, options }) => platform.webhookClaimSchemas.put(id, body, options),
  delete: ({ platform, id, options }) => platform.webhookClaimSchemas.delete(id, options),
});
