import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time, timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const minSeconds = 900;
const maxOverlapSeconds = 7 * 86_400;

/** Body of POST, and of rotate. */
export const MintScimBearerRequest = z
  .strictObject({
    name: text({ max: 100 }).optional().describe('Default: `bearer-1`, `bearer-2` and so on.'),
    expiresAt: timeInput.optional(),
    expiresInSeconds: z
      .int()
      .min(minSeconds)
      .optional()
      .describe('Default: 365 days, unless the operator has set another time.'),
    readOnly: z.boolean().optional().describe('The bearer reads and does not write.'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .optional()
      .describe('Rotate only: how long the old bearer still works. Default: a day. 0 revokes it.'),
  })
  .refine((b) => b.expiresAt === undefined || b.expiresInSeconds === undefined, {
    path: ['expiresAt'],
    error: 'cannot be combined with expiresInSeconds; set one of them',
  })
  .meta({ id: 'MintScimBearerRequest' });

/** A bearer token that a SCIM client calls with. */
export const ScimBearer = z
  .object({
    id: idSchema('scimBearer'),
    name: z.string(),
    prefix: z.string().describe('How the token begins.'),
    last4: z.string(),
    state: z
      .enum(['active', 'retiring', 'expired', 'revoked'])
      .describe('`retiring`: rotated, and valid until `expiresAt`.'),
    readOnly: z.boolean(),
    expiresAt: time,
    lastUsedAt: time.nullable().describe('To the minute.'),
    lastUsedIp: z.string().nullable(),
    replacedBy: z.string().nullable(),
    revokedAt: time.nullable(),
    createdBy: ActorSchema,
    createdAt: time,
  })
  .meta({ id: 'ScimBearer' });

/** A bearer with its token: the answer of mint and rotate alone. */
export const ScimBearerWithToken = z
  .object({ ...ScimBearer.shape, token: z.string().describe('Shown once.') })
  .meta({ id: 'ScimBearerWithToken' });

export type ScimBearerResource = z.infer<typeof ScimBearer>;
export type ScimBearerMinting = z.output<typeof MintScimBearerRequest>;
