import { z } from 'zod';

const text = z.string().max(512);

/**
 * Body of the call that asks a claims webhook what a token should say besides the hub's own claims. Members that a
 * receiver does not know are no fault: the two sides are upgraded one after the other.
 */
export const ClaimsCall = z
  .object({
    requestId: text.min(1).describe('Unique for every call. Also sent as the `webhook-id` header.'),
    tenantId: text.min(1),
    clientId: text.min(1),
    principal: z.object({ type: z.enum(['user', 'client']), id: text.min(1) }),
    grantType: text.min(1),
    tokenType: z.enum(['access_token', 'id_token']),
    scopes: z.array(text).max(500),
    organizationId: text.nullable().default(null),
    sessionId: text.nullable().default(null),
    acr: text.nullable().default(null),
    amr: z.array(text).max(32).default([]),
  })
  .meta({ id: 'ClaimsCall' });

/** Answer of a claims webhook: the claims to add, and when they end (RFC 3339), if they do. */
export const ClaimsAnswer = z
  .object({
    claims: z.record(z.string(), z.unknown()),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .meta({ id: 'ClaimsAnswer' });

export type ClaimsCallBody = z.infer<typeof ClaimsCall>;
export type ClaimsAnswerBody = z.infer<typeof ClaimsAnswer>;
