import { z } from 'zod';

const text = z.string().max(512);

/**
 * Body of the call that asks a claims webhook for a token's additional claims. Receivers must
 * ignore members that they do not know, because the two sides are upgraded one after the other.
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
    resource: text
      .nullable()
      .default(null)
      .describe(
        "The identifier of the tenant's API that the token is for. Null for any other token.",
      ),
    organizationId: text.nullable().default(null),
    sessionId: text.nullable().default(null),
    acr: text.nullable().default(null),
    amr: z.array(text).max(32).default([]),
  })
  .meta({ id: 'ClaimsCall' });

/** Response of a claims webhook: the claims to add, and optionally when they expire (RFC 3339). */
export const ClaimsAnswer = z
  .object({
    claims: z.record(z.string(), z.unknown()),
    expiresAt: z.iso.datetime({ offset: true }).nullable().default(null),
  })
  .meta({ id: 'ClaimsAnswer' });

export type ClaimsCallBody = z.infer<typeof ClaimsCall>;
export type ClaimsAnswerBody = z.infer<typeof ClaimsAnswer>;
