import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  ClaimNameParams,
  ListEnvelopeWebhookClaimSchemaResponse,
  WebhookClaimSchema,
  WebhookClaimSchemaUpsertRequest,
} from './claim-schema.ts';

const read = allOf('tenant:webhook-schemas.read');
const write = allOf('tenant:webhook-schemas.write');
const path = '/api/v1/webhook-claim-schemas';

/** Operations on claims that a tenant adds to tokens. */
export const claimSchemaOperations = operations({
  webhookClaimSchemaList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists claim schemas by name',
    query: z.strictObject(paging),
    response: ListEnvelopeWebhookClaimSchemaResponse,
    schemaNames: { response: 'ListEnvelopeWebhookClaimSchemaResponse' },
    errors: [],
    noEtag: true,
  },
  webhookClaimSchemaGet: {
    method: 'get',
    path: `${path}/{claimName}`,
    scopes: read,
    summary: 'Gets a claim schema',
    response: WebhookClaimSchema,
    errors: [],
  },
  webhookClaimSchemaPut: {
    method: 'put',
    path: `${path}/{claimName}`,
    params: ClaimNameParams,
    scopes: write,
    summary: 'Creates or replaces a claim schema',
    body: WebhookClaimSchemaUpsertRequest,
    response: WebhookClaimSchema,
    errors: ['limit_exceeded', 'precondition_failed'],
    maxBodyBytes: 65_536,
    description:
      'If the name is an https URI, percent-encode it. Takes effect everywhere within 60 seconds.',
  },
  webhookClaimSchemaDelete: {
    method: 'delete',
    path: `${path}/{claimName}`,
    scopes: write,
    summary: 'Deletes a claim schema',
    response: Deletion,
    errors: ['precondition_failed'],
  },
});
