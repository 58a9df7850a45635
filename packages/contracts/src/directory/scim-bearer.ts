import { z } from 'zod';
import { ActorSchema } from '../common/list.ts';
import { text, time, timeInput } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const minSeconds = 900;
const maxOverlapSeconds = 7 * 86_400;

/** Body of create and rotate. */
export const MintScimBearerRequest = z
  .strictObject({
    name: text({ max: 100 }).optional().describe('Defaults to `bearer-1`, `bearer-2` and so on.'),
    expiresAt: timeInput.optional(),
    expiresInSeconds: z
      .int()
      .min(minSeconds)
      .optional()
      .describe('Defaults to 365 days, unless the operator has configured another value.'),
    readOnly: z.boolean().optional().describe('Whether the bearer can only read.'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .optional()
      .describe(
        'Only for rotation: how long the old bearer stays valid. Defaults to one day. 0 revokes it immediately.',
      ),
  })
  .refine((b) => b.expiresAt === undefined || b.expiresInSeconds === undefined, {
    path: ['expiresAt'],
    error: 'cannot be combined with expiresInSeconds; send only one of them',
  })
  .meta({ id: 'MintScimBearerRequest' });

/** A bearer token of a SCIM client. */
export const ScimBearer = z
  .object({
    id: idSchema('scimBearer'),
    name: z.string(),
    prefix: z.string().describe('The first characters of the token.'),
    last4: z.string(),
    state: z
      .enum(['active', 'retiring', 'expired', 'revoked'])
      .describe('`retiring`: the bearer was rotated and stays valid until `expiresAt`.'),
    readOnly: z.boolean(),
    expiresAt: time,
    lastUsedAt: time.nullable().describe('Accurate to the minute.'),
    lastUsedIp: z.string().nullable(),
    replacedBy: z.string().nullable(),
    revokedAt: time.nullable(),
    createdBy: ActorSchema,
    createdAt: time,
  })
  .meta({ id: 'ScimBearer' });

/** A bearer with its token, returned only by create and rotate. */
export const ScimBearerWithToken = z
  .object({ ...ScimBearer.shape, token: z.string().describe('Returned only once.') })
  .meta({ id: 'ScimBearerWithToken' });

export type ScimBearerResource = z.infer<typeof ScimBearer>;
export type ScimBearerMinting = z.output<typeof MintScimBearerRequest>;
