import { z } from 'zod';
import { isText, textPattern } from '../common/text.ts';
import { idSchema } from '../ids.ts';
import { UserStatus } from './user.ts';

/** Maximum number of users that one bulk job changes. */
export const maxBulkUsers = 100_000;

/** The query parameters that select users. */
export const userConditions = {
  email: z
    .string()
    .meta({ format: 'email' })
    .optional()
    .describe('A primary or verified additional address, which at most one user has.'),
  organizationId: z.string().optional().describe('Matches only members of this organization.'),
  status: UserStatus.optional(),
  q: z
    .string()
    .meta({ minLength: 3, maxLength: 64 })
    .optional()
    .describe(
      'Prefix (3 to 64 characters) of the e-mail address, user name, display name, given name or family name, not case- or accent-sensitive.',
    ),
};

/** Not in a normal form: each is compared by its key, and the response shows it as it was sent. */
const storable = (max: number) =>
  z
    .string()
    .min(3)
    .max(max)
    .refine(isText, {
      error: 'must not contain control characters, bidi overrides or unpaired surrogates',
    })
    .meta({ pattern: textPattern });

/** Selects users; an empty filter selects all of them. */
export const UserFilter = z
  .strictObject({
    email: storable(320).meta({ format: 'email' }).optional(),
    organizationId: idSchema('organization').optional(),
    status: UserStatus.optional(),
    q: storable(64).optional(),
  })
  .describe(
    'Selects the users that match every property, as in the list of users. Without properties, it selects all users.',
  );
export type UserFilter = z.output<typeof UserFilter>;
