import { z } from 'zod';
import { time } from '../common/text.ts';
import { idSchema } from '../ids.ts';

const tokenTypes = z
  .array(z.enum(['access_token', 'id_token']))
  .min(1)
  .max(2)
  .refine((all) => new Set(all).size === all.length, { error: 'must not contain an entry twice' })
  .meta({ uniqueItems: true });

/** Maximum version of a claims webhook. */
export const maxWebhookVersion = 2_147_483_647;

/** Version of a claims webhook, counted by its caller: the higher one is the later state. */
export const webhookVersion = z.int().min(0).max(maxWebhookVersion);

/** Body of PUT: the webhook that enriches the claims of an application's tokens. */
export const ClaimsWebhookRequest = z
  .strictObject({
    tenantId: idSchema('tenant').optional(),
    url: z.string().min(1).max(2048),
    secret: z
      .string()
      .max(100)
      .describe('`whsec_` followed by the base64 of 24 to 64 bytes. Write-only.'),
    tokenTypes: tokenTypes.default(['access_token']),
    failureMode: z.enum(['omit', 'deny']).default('omit'),
    timeoutMilliseconds: z.int().min(100).max(5000).default(1000),
    version: webhookVersion.describe('If it is lower than the stored version, nothing changes.'),
  })
  .meta({ id: 'ClaimsWebhookRequest' });

/** The claims webhook of an application. */
export const ClaimsWebhook = z
  .object({
    id: z.string().describe('The client id.'),
    tenantId: idSchema('tenant'),
    url: z.string(),
    hasSecret: z.boolean(),
    tokenTypes: z.array(z.enum(['access_token', 'id_token'])),
    failureMode: z.enum(['omit', 'deny']),
    timeoutMilliseconds: z.int(),
    version: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ClaimsWebhook' });

export type ClaimsWebhookResource = z.infer<typeof ClaimsWebhook>;
export type ClaimsWebhookSetting = z.infer<typeof ClaimsWebhookRequest>;
