import { webhookClaimSchemas } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const claimsQuery = (query: { cursor?: string }) =>
  apiQuery('webhookClaimSchemaList', [query], (api, options) =>
    webhookClaimSchemas(api).list({ ...query, ...options }),
  );

export const claimQuery = (name: string) =>
  apiQuery('webhookClaimSchemaGet', [name], (api, options) =>
    webhookClaimSchemas(api).get(name, options),
  );

export const claimReads = ['webhookClaimSchemaList', 'webhookClaimSchemaGet'] as const;
