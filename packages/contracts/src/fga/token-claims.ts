import { z } from 'zod';
import { time } from '../common/text.ts';

/** The groups of claims that can be added to tokens. */
export const tokenClaimGroups = [
  'roles',
  'permissions',
  'entitlements',
  'elevated_scopes',
  'custom',
] as const;

const each = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .array(z.enum(values))
    .max(values.length)
    .refine((all) => new Set(all).size === all.length, { error: 'must not contain an entry twice' })
    .meta({ uniqueItems: true });
const group = each(tokenClaimGroups);
const tokenTypes = each(['access_token', 'id_token']);
const failureMode = z.enum(['omit', 'deny']);
const timeoutMilliseconds = z.int().min(100).max(5000);

/** Body of PUT; an omitted member has its default. */
export const EnableTokenClaimsRequest = z
  .strictObject({
    claims: group
      .default([...tokenClaimGroups])
      .describe(
        "`elevated_scopes` also adds `elevated_until`; `custom` adds the claims of the tenant's claim schemas.",
      ),
    tokenTypes: tokenTypes.min(1).default(['access_token']),
    failureMode: failureMode
      .default('omit')
      .describe(
        'What happens if claims are not available: `omit` issues the token without them, `deny` issues no token.',
      ),
    timeoutMilliseconds: timeoutMilliseconds.default(1000),
  })
  .meta({ id: 'EnableTokenClaimsRequest' });

const id = z.string().describe('The client id.');

/** Whether access claims are added to an application's tokens, and which. */
export const TokenClaims = z
  .object({
    id,
    enabled: z.boolean(),
    claims: group,
    tokenTypes,
    failureMode,
    timeoutMilliseconds,
    enrichmentUrl: z.string(),
    syncState: z
      .enum(['in_sync', 'pending'])
      .describe('`pending`: the authorization server has not applied the change yet.'),
    enabledAt: time.nullable(),
    updatedAt: time.nullable(),
  })
  .meta({ id: 'TokenClaims' });

/** Response of DELETE. */
export const TokenClaimsDisabled = z
  .object({ id, deleted: z.literal(true), enabled: z.literal(false) })
  .meta({ id: 'TokenClaimsDisabled' });

export type TokenClaimsSettings = z.output<typeof EnableTokenClaimsRequest>;
export type TokenClaimsResource = z.infer<typeof TokenClaims>;
