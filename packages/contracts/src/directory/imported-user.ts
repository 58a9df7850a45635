import { z } from 'zod';
import { text } from '../common/text.ts';
import { ImportedPasswordHash } from './credential.ts';
import { CreateUserRequest } from './user.ts';

const part = text({ max: 1_024 });

/** A federated login of an imported user. */
export const ImportedIdentity = z.strictObject({ issuer: part, subject: part });

/** One line of an NDJSON file, and the form that every other source is mapped to. */
export const ImportedUser = z
  .strictObject({
    ...CreateUserRequest.shape,
    sourceId: text({ max: 255 })
      .optional()
      .describe('The id of the user in the source. Used as the `externalId` if none is given.'),
    identities: z.array(ImportedIdentity).max(20).optional(),
    passwordHash: ImportedPasswordHash.optional(),
  })
  .meta({ id: 'ImportedUser' });

export type ImportedUserInput = z.output<typeof ImportedUser>;
