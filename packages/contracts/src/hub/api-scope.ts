import { z } from 'zod';
import { time } from '../common/text.ts';
import { PermissionName } from '../fga/permission.ts';
import { StepUpRequirement, localized } from './api-texts.ts';

/** Body of PUT. */
export const PutApiScopeRequest = z
  .strictObject({
    displayName: localized(80)
      .refine((texts) => Object.keys(texts).length > 0, {
        error: 'must have a text in at least one locale',
      })
      .describe('What users read on the consent page, by locale.'),
    description: localized(300).default({}),
    permission: PermissionName.nullable()
      .default(null)
      .describe(
        'A custom permission. If the API has `userAccess: permission`, users get the scope only if a role grants it.',
      ),
    requires: StepUpRequirement.nullable()
      .default(null)
      .describe(
        'The assurance and age of sign-ins with which the scope is granted. Otherwise the user has to sign in again.',
      ),
    sensitive: z
      .boolean()
      .default(false)
      .describe('If true, consent is not remembered: users are asked each time.'),
  })
  .meta({ id: 'PutApiScopeRequest' });

/** A scope of an API. */
export const ApiScope = z
  .object({
    name: z.string(),
    displayName: z.record(z.string(), z.string()),
    description: z.record(z.string(), z.string()),
    permission: z.string().nullable(),
    requires: z
      .object({ acr: z.string().optional(), maxAgeSeconds: z.int().optional() })
      .nullable(),
    sensitive: z.boolean(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'ApiScope' });

export type ApiScopeResource = z.infer<typeof ApiScope>;
export type ApiScopePut = z.infer<typeof PutApiScopeRequest>;
