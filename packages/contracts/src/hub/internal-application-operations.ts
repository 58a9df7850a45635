import { z } from 'zod';
import { Deletion, queryInteger } from '../common/list.ts';
import { idSchema } from '../ids.ts';
import { allOf, operations } from '../operation.ts';
import type { Operation } from '../operation.ts';
import { applicationOperations } from './application-operations.ts';
import { ClaimsWebhook, ClaimsWebhookRequest, maxWebhookVersion } from './claims-webhook.ts';

/** Adds the tenant to a body as an optional member, which the server compares with the header. */
function namingTenant(body: z.ZodType): z.ZodType {
  if (!(body instanceof z.ZodObject)) return body;
  return body.extend({ tenantId: idSchema('tenant').optional() }).transform((named) => {
    const { tenantId, ...rest } = named;
    return tenantId === undefined ? named : rest;
  });
}

const internal = (operation: Operation): Operation => ({
  ...operation,
  path: operation.path.replace('/api/v1/', '/internal/'),
  ...(operation.body ? { body: namingTenant(operation.body) } : {}),
});

/**
 * The operations on applications for siblings: same bodies and rules, below
 * `/internal/applications`.
 */
export const internalApplicationOperations = Object.fromEntries(
  Object.entries(applicationOperations).map(([operationId, operation]) => [
    operationId,
    internal(operation),
  ]),
) as unknown as typeof applicationOperations;

const path = '/internal/applications/{clientId}/claims-webhook';
const none = allOf();

/** Operations on claims webhooks, which exist only on this surface. */
export const claimsWebhookOperations = operations({
  claimsWebhookGet: {
    method: 'get',
    path,
    scopes: none,
    summary: 'Gets the claims webhook of an application',
    response: ClaimsWebhook,
    errors: [],
  },
  claimsWebhookPut: {
    method: 'put',
    path,
    scopes: none,
    summary: 'Sets the claims webhook of an application',
    body: ClaimsWebhookRequest,
    response: z.union([ClaimsWebhook, Deletion]),
    errors: ['precondition_failed'],
    description: 'Returns the stored webhook if its version is higher than the one sent.',
  },
  claimsWebhookDelete: {
    method: 'delete',
    path,
    scopes: none,
    summary: 'Clears the claims webhook of an application',
    response: z.union([Deletion, ClaimsWebhook]),
    errors: ['precondition_failed'],
    query: z.strictObject({ version: queryInteger(0, maxWebhookVersion).optional() }),
    mode: 'external',
    description: 'Returns 404 if no webhook is set, but stores the version.',
  },
});
